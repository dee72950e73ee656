import { describe } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { describeTrimmedClicks } from './retention-clicks.contract.js'
import { describeTrimmedEvents } from './retention-events.contract.js'
import { describeTrimmedMessages } from './retention-messages.contract.js'
import { describeTrimmedRecipients } from './retention-recipients.contract.js'

export function describeRetentionStore(open: OpenTestAdapters) {
  describe('retention', () => {
    describeTrimmedMessages(open)
    describeTrimmedClicks(open)
    describeTrimmedRecipients(open)
    describeTrimmedEvents(open)
  })
}
