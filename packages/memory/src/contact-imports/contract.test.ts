import { describeContactImportStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeContactImportStore(async () => inMemory())
