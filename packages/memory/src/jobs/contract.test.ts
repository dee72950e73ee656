import { describeJobStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeJobStore(async () => inMemory())
