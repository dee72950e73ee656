import { describePaceStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describePaceStore(() => openTestDatabase())
