import { describeConsentLog } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeConsentLog(async () => inMemory())
