import { describeCarrierStore } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeCarrierStore(() => openTestDatabase())
