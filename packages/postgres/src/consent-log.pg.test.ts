import { describeConsentLog } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeConsentLog(() => openTestDatabase())
