import { describeAccountStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeAccountStore(async () => inMemory())
