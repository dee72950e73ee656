import { describeApiKeyStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeApiKeyStore(() => openTestDatabase())
