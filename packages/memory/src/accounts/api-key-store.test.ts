import { describeApiKeyStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeApiKeyStore(async () => inMemory())
