import { describeContactListStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeContactListStore(async () => inMemory())
