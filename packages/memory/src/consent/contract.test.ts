import { describeConsentLog, describeConsentStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeConsentLog(async () => inMemory())

describeConsentStore(async () => inMemory())
