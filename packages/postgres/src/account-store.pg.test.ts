import { describeAccountStore } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeAccountStore(() => openTestDatabase())
