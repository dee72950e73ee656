import { describeBroadcastStore, describeCanaries, describeCarrierStore, describePauses } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeBroadcastStore(async () => inMemory())

describeCarrierStore(async () => inMemory())

describePauses(async () => inMemory())

describeCanaries(async () => inMemory())
