import { describeMessageStore, describeSendStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeMessageStore(async () => inMemory())

describeSendStore(async () => inMemory())
