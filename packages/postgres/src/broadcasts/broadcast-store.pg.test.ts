import { describeBroadcastStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeBroadcastStore(() => openTestDatabase())
