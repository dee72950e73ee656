import { describeTemplateStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeTemplateStore(() => openTestDatabase())
