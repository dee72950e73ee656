import { describeGroupStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeGroupStore(async () => inMemory())
