import { describeErasureStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeErasureStore(() => openTestDatabase())
