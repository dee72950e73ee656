import { describeCarrierStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeCarrierStore(async () => inMemory())
