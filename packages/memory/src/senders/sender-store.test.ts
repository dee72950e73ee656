import { describeSenderStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeSenderStore(async () => inMemory())
