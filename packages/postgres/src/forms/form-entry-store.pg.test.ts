import { describeFormEntryStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeFormEntryStore(() => openTestDatabase())
