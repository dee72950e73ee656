import { describeContactStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeContactStore(async () => inMemory())
