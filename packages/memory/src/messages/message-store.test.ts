import { describeMessageStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeMessageStore(async () => inMemory())
