import { describeConsentStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeConsentStore(async () => inMemory())
