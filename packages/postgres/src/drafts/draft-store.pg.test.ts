import { describeDraftStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeDraftStore(() => openTestDatabase())
