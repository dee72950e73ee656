import { describeKeyStore, describeRecipientKeyStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeKeyStore(async () => inMemory())

describeRecipientKeyStore(async () => inMemory())
