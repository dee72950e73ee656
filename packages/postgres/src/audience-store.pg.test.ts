import { describeAudienceStore } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeAudienceStore(() => openTestDatabase())
