import { describeSendStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeSendStore(async () => inMemory())
