import { describeEventOutbox } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeEventOutbox(() => openTestDatabase())
