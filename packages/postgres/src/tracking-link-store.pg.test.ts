import { describeTrackingLinkStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeTrackingLinkStore(() => openTestDatabase())
