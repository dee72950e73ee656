import { describeServiceStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeServiceStore(async () => inMemory())
