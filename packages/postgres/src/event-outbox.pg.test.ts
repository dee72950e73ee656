import { describeEventOutbox } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeEventOutbox(() => openTestDatabase())
