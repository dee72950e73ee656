import { describeClickStore } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeClickStore(() => openTestDatabase())
