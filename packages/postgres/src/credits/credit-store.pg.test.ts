import { describeCreditStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeCreditStore(() => openTestDatabase())
