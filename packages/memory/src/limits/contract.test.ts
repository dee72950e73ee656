import { describeUsageStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeUsageStore(async () => inMemory())
