import { describeBroadcastStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeBroadcastStore(async () => inMemory())
