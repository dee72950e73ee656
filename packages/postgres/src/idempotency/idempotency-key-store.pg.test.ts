import { describeIdempotencyKeyStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeIdempotencyKeyStore(() => openTestDatabase())
