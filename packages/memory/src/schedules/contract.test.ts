import { describeAudienceStore, describeOccurrenceStore, describeScheduleStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeAudienceStore(async () => inMemory())

describeOccurrenceStore(async () => inMemory())

describeScheduleStore(async () => inMemory())
