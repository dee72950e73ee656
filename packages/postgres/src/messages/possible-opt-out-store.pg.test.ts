import { describePossibleOptOutStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describePossibleOptOutStore(() => openTestDatabase())
