import { describeMessageStore, describeSingleSendStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeMessageStore(async () => inMemory())

describeSingleSendStore(async () => inMemory())
