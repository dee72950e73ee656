import { describeConversationStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeConversationStore(() => openTestDatabase())
