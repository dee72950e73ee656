import { describeFormEntryStore, describeFormTextStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeFormEntryStore(async () => inMemory())

describeFormTextStore(async () => inMemory())
