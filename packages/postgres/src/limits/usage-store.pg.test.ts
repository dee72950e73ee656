import { describeUsageStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeUsageStore(() => openTestDatabase())
