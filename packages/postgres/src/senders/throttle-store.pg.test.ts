import { describeThrottleStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeThrottleStore(() => openTestDatabase())
