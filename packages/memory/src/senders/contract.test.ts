import { describePaceStore, describeSenderStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describePaceStore(async () => inMemory())

describeSenderStore(async () => inMemory())
