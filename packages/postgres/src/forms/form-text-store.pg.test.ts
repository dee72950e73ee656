import { describeFormTextStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeFormTextStore(() => openTestDatabase())
