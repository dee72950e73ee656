import { describeErasureStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeErasureStore(async () => inMemory())
