import { describeCustomFieldStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeCustomFieldStore(async () => inMemory())
