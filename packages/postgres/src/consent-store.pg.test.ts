import { describeConsentStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeConsentStore(() => openTestDatabase())
