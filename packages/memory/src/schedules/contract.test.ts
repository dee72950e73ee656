import { describeAudienceStore, describeScheduleStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeAudienceStore(async () => inMemory())

describeScheduleStore(async () => inMemory())
