import { describeCustomFieldStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeCustomFieldStore(() => openTestDatabase())
