import { ERASED, ERASED_FAILURE } from '../../values/phone/phone-number.js'
import type { HeldRefusal } from '../consent/consent.js'
import { describeCap, type FrequencyCap } from '../frequency/frequency-cap.js'
import { describeViolation, type Violation } from '../templates/content-policy.js'
import type { Message, MessageFailure } from './message.js'

/** Why a message failed, other than a refusal by the provider. */
export const FAILURES = {
  optedOut: {
    type: 'opted_out_before_send',
    message: 'The recipient opted out before the message could be sent',
  },
  notOptedIn: {
    type: 'not_opted_in_before_send',
    message: 'The recipient was removed from its last group before the message could be sent',
  },
  notPending: {
    type: 'not_opted_in_before_send',
    message: 'The recipient was no longer pending when the message could be sent',
  },
  erased: { type: 'erased', message: 'The number of the recipient was erased before the message could be sent' },
  landline: {
    type: 'invalid_destination',
    message: 'The number is a landline, and the account does not text landlines',
  },
  outsideSendingWindow: {
    type: 'outside_sending_window',
    message: 'No sending window of the recipient opened soon enough',
  },
  expired: { type: 'expired', message: 'The message could not be sent within an hour' },
  broadcastCanceled: { type: 'expired', message: 'The broadcast was canceled before the message could be sent' },
  broadcastExpired: { type: 'expired', message: 'The broadcast expired before the message could be sent' },
  discarded: {
    type: 'expired',
    message: 'The service failed again and again to send the message, and an owner of the service gave it up',
  },
  codeExpired: { type: 'expired', message: 'The code expired before it could be sent' },
  unavailable: {
    type: 'provider_unavailable',
    message: 'The provider was unavailable for an hour',
  },
  unknown: {
    type: 'unknown_outcome',
    message: 'The provider gave no clear response: the message may or may not have been sent',
  },
} as const satisfies Record<string, MessageFailure>

/** Why a check right before an attempt stops a message, except for a frequency cap, and the content of its text. */
export const STOPS: Readonly<Record<HeldRefusal | 'landline' | 'outside-sending-window' | 'expired', MessageFailure>> =
  {
    unknown: FAILURES.erased,
    'hard-opted-out': FAILURES.optedOut,
    'not-opted-in': FAILURES.notOptedIn,
    landline: FAILURES.landline,
    'outside-sending-window': FAILURES.outsideSendingWindow,
    expired: FAILURES.broadcastExpired,
  }

export function capFailure(cap: FrequencyCap): MessageFailure {
  const message = `The recipient has had as many messages as a frequency cap of the account allows: ${describeCap(cap)}`
  return { type: 'frequency_capped', message }
}

/** Whether the message ended without being taken by the provider, so that it does not count towards frequency caps. */
export function wasNeverTaken({ type }: Pick<MessageFailure, 'type'>): boolean {
  return (NEVER_TAKEN_FAILURES as readonly string[]).includes(type)
}

/** Failures before a message is submitted, or because the provider took nothing for an hour. */
export const NEVER_TAKEN_FAILURES = [
  'provider_unavailable',
  'expired',
  'outside_sending_window',
  'opted_out_before_send',
  'not_opted_in_before_send',
  'erased',
  'content_blocked',
  'frequency_capped',
  'insufficient_credits',
] as const satisfies readonly MessageFailure['type'][]

/** Names what was found, but not the values of the contact. */
export function contentFailure(found: Violation): MessageFailure {
  const message = `The text that would be sent contains ${describeViolation(found)}`
  return { type: 'content_blocked', message }
}

/**
 * Replaces the provider's reason for not delivering a code, since that reason may quote the text of the message.
 */
const CODE_FAILURE = 'The reason from the provider is not stored, because it may contain the code'

/** The part of a provider's failure that the account may see: the provider's text can contain erased data or a code. */
export function failureOf(
  { to, purpose }: Pick<Message, 'to' | 'purpose'>,
  { type, message, carrierCode }: MessageFailure,
): MessageFailure {
  const code = carrierCode == null ? {} : { carrierCode }
  if (to === ERASED) return { type, message: ERASED_FAILURE, ...code }
  return { type, message: purpose === 'code' ? CODE_FAILURE : message, ...code }
}
