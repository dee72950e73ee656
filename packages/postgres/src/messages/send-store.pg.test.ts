import { describeSendStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeSendStore(() => openTestDatabase())
