import { describeDraftStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeDraftStore(async () => inMemory())
