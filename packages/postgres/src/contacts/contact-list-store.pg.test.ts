import { describeContactListStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeContactListStore(() => openTestDatabase())
