import { describeFormEntryStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeFormEntryStore(async () => inMemory())
