import type { MessageFailure } from './message.js'

/** Why a message ended that no provider has refused. */
export const FAILURES = {
  optedOut: {
    type: 'opted_out_before_send',
    message: 'The recipient opted out before the message could be sent',
  },
  expired: { type: 'expired', message: 'The message could not be sent within an hour' },
  unavailable: {
    type: 'provider_unavailable',
    message: 'The provider could not take the message for an hour',
  },
  unknown: {
    type: 'unknown_outcome',
    message: 'The connection to the provider broke before it answered: the message may or may not have been sent',
  },
} as const satisfies Record<string, MessageFailure>
