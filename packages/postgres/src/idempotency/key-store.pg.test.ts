import { describeKeyStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeKeyStore(() => openTestDatabase())
