import { describePaceStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describePaceStore(async () => inMemory())
