import { describeRateLimiter } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeRateLimiter(async () => inMemory())
