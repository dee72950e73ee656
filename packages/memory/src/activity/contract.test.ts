import { describeActivityStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeActivityStore(async () => inMemory())
