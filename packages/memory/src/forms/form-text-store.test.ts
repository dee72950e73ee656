import { describeFormTextStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeFormTextStore(async () => inMemory())
