import { describeScheduleStore } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeScheduleStore(() => openTestDatabase())
