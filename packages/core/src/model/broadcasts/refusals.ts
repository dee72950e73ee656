import type { FailureType } from '../../ports/sms-provider.js'
import { FAILURES } from '../messages/failures.js'

/**
 * Which failures the limits of canaries and automatic pauses count: those of messages that were submitted. They show how the
 * carrier treats the texts. What the service did not submit, because of a rule of the account or a person, shows nothing.
 */
const IS_REFUSAL: Readonly<Record<FailureType, boolean>> = {
  opted_out: true,
  invalid_destination: true,
  carrier_rejected: true,
  carrier_account: true,
  unregistered_sender: true,
  provider_unavailable: true,
  unknown_outcome: true,
  opted_out_before_send: false,
  not_opted_in_before_send: false,
  erased: false,
  content_blocked: false,
  frequency_capped: false,
  outside_sending_window: false,
  insufficient_credits: false,
  expired: false,
}

/**
 * The failure of a landline that the account does not text. It was not submitted, although carriers refuse messages with
 * the same type. So it must be left out of the counts by type. Stored messages do not say whether they were submitted, so the
 * text tells this failure apart, and must not change: running broadcasts have messages with it.
 */
export const UNTEXTED_LANDLINE = FAILURES.landline

/** How many of the failed messages were submitted. The counts are those without `UNTEXTED_LANDLINE`. */
export function refusedAmong(failures: readonly { readonly type: FailureType; readonly count: number }[]): number {
  return failures.reduce((sum, { type, count }) => sum + (IS_REFUSAL[type] ? count : 0), 0)
}
