import { describeBroadcastStore, describeCarrierStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeBroadcastStore(async () => inMemory())

describeCarrierStore(async () => inMemory())
