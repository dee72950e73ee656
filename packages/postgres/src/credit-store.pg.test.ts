import { describeCreditStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeCreditStore(() => openTestDatabase())
