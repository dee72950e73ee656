import { describePoolStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describePoolStore(() => openTestDatabase())
