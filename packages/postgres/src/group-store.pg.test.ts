import { describeGroupStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeGroupStore(() => openTestDatabase())
