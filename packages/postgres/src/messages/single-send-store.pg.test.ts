import { describeSingleSendStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeSingleSendStore(() => openTestDatabase())
