import { describeMessageStore, describePossibleOptOutStore, describeSingleSendStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeMessageStore(async () => inMemory())
describePossibleOptOutStore(async () => inMemory())

describeSingleSendStore(async () => inMemory())
