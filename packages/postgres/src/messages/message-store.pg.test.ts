import { describeMessageStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeMessageStore(() => openTestDatabase())
