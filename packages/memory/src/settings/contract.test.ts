import { describeItemUseStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeItemUseStore(async () => inMemory())
