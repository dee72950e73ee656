import { describeRecipientKeyStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeRecipientKeyStore(async () => inMemory())
