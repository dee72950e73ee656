import { describeContactImportStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeContactImportStore(() => openTestDatabase())
