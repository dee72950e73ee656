import { describeAccountStore, describeApiKeyStore, describeKeyring, describeRateLimiter } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeAccountStore(async () => inMemory())

describeApiKeyStore(async () => inMemory())

describeKeyring(async () => inMemory())

describeRateLimiter(async () => inMemory())
