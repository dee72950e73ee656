import { describeGroupStore, describeMembershipStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeGroupStore(async () => inMemory())

describeMembershipStore(async () => inMemory())
