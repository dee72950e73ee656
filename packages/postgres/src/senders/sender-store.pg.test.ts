import { describeSenderStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeSenderStore(() => openTestDatabase())
