import { describeItemUseStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeItemUseStore(() => openTestDatabase())
