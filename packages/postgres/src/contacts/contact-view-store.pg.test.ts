import { describeContactViewStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeContactViewStore(() => openTestDatabase())
