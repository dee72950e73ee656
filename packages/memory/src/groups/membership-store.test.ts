import { describeMembershipStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeMembershipStore(async () => inMemory())
