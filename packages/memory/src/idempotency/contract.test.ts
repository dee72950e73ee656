import { describeIdempotencyKeyStore, describeRecipientKeyStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeIdempotencyKeyStore(async () => inMemory())

describeRecipientKeyStore(async () => inMemory())
