import { describeScheduleStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeScheduleStore(async () => inMemory())
