import { describeMembershipStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeMembershipStore(() => openTestDatabase())
