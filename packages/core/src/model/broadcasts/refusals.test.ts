import { expect, test } from '@jest/globals'
import type { FailureType } from '../../ports/sms-provider.js'
import { refusedAmong } from './refusals.js'

/** A type that is missing here does not compile. */
const WAS_SUBMITTED: Record<FailureType, boolean> = {
  carrier_rejected: true,
  carrier_account: true,
  unregistered_sender: true,
  invalid_destination: true,
  opted_out: true,
  provider_unavailable: true,
  unknown_outcome: true,
  expired: false,
  outside_sending_window: false,
  frequency_capped: false,
  content_blocked: false,
  insufficient_credits: false,
  opted_out_before_send: false,
  not_opted_in_before_send: false,
  erased: false,
}

test.each(Object.entries(WAS_SUBMITTED) as [FailureType, boolean][])(
  'a message that failed with %s counts as refused by the carrier: %s',
  (type, isCounted) => {
    expect(refusedAmong([{ type, count: 7 }])).toBe(isCounted ? 7 : 0)
  },
)

test('the messages of all types that count are added up', () => {
  const failures = (['carrier_rejected', 'opted_out', 'frequency_capped'] as const).map((type) => ({ type, count: 10 }))
  expect(refusedAmong(failures)).toBe(20)
})
