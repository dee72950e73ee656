import { describeConsentLog, describeConsentStore, describeInboundTogether } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeConsentLog(async () => inMemory())

describeConsentStore(async () => inMemory())

describeInboundTogether(async () => inMemory())
