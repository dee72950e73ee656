import { describeIds } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeIds(async () => inMemory().ids)
