import { describeAccountStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeAccountStore(() => openTestDatabase())
