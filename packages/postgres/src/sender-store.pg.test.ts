import { describeSenderStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeSenderStore(() => openTestDatabase())
