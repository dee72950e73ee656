import { describeApiKeyStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeApiKeyStore(() => openTestDatabase())
