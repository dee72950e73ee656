import { describeMembershipStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeMembershipStore(() => openTestDatabase())
