import { describeFrequencyStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeFrequencyStore(() => openTestDatabase())
