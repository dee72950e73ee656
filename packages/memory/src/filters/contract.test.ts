import { describeContactFilters, describeSegmentStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeContactFilters(async () => inMemory())
describeSegmentStore(async () => inMemory())
