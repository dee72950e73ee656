import { describeOccurrenceStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeOccurrenceStore(() => openTestDatabase())
