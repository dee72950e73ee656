import { describeConsentLog } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeConsentLog(() => openTestDatabase())
