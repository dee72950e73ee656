import { describeClickStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeClickStore(async () => inMemory())
