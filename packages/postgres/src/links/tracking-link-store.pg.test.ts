import { describeTrackingLinkStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeTrackingLinkStore(() => openTestDatabase())
