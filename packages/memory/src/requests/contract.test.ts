import { describeRequestLog } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeRequestLog(async () => inMemory())
