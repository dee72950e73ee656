import { describeRetentionStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeRetentionStore(async () => inMemory())
