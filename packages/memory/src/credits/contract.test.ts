import { describeCreditStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeCreditStore(async () => inMemory())
