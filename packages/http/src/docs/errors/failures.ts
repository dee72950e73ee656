import type { FailureType, SendReason, WebhookResponse } from '@carillon/core'
import type { ErrorReason } from './error-reasons.js'

/** `errorType` of a message whose status is `failed`. */
export const MESSAGE_FAILURES = {
  opted_out: {
    when: 'The provider keeps an opt-out of its own for this sender and recipient.',
    remedy: 'Do not text this number from this sender. The contact takes it back by texting START to it.',
  },
  invalid_destination: {
    when: 'The provider says that the number cannot be reached by text: not in use, a landline, or in no network that it serves.',
    remedy: 'Correct the number of the contact.',
  },
  carrier_rejected: {
    when: 'The carrier has refused the text. `errorMessage` has what it said.',
    remedy:
      'Often it is the content, or a sender that is not registered for it. Ask the provider before you send it again.',
  },
  provider_unavailable: {
    when: 'The provider could not take the text for an hour, during which it was tried again and again.',
    remedy: 'It was not sent and costs nothing. Send it again when the provider is back.',
  },
  expired: {
    when: 'The text could not be sent within an hour, or the code in it ran out before.',
    remedy: 'It was not sent and costs nothing. Send it again if it still means something.',
  },
  unknown_outcome: {
    when: 'The connection to the provider broke before it answered, and it cannot be asked. The text may have been sent, or not.',
    remedy:
      'It counts as sent: it is paid for, keeps its idempotency key, and no retry sends it. Send it again only if twice does no harm.',
  },
  opted_out_before_send: {
    when: 'The recipient opted out after the text was accepted and before it was sent.',
    remedy: 'Nothing: this is how it should be. It costs nothing.',
  },
  not_opted_in_before_send: {
    when: 'The recipient was removed from its last group after the text was accepted and before it was sent. Of a confirmation: it is not pending any more.',
    remedy: 'Nothing, where the removal was meant. It costs nothing.',
  },
  erased: {
    when: 'The number of the recipient was erased after the text was accepted and before it was sent, whether or not it had opted out.',
    remedy: 'Nothing: this is how it should be. It costs nothing.',
  },
  insufficient_credits: {
    when: 'A text that the service sends by itself, such as a code or a welcome, could not be paid for.',
    remedy: 'Have the operator grant credits.',
  },
} as const satisfies Record<FailureType, ErrorReason>

/** `reason` of a schedule's send that did not start. */
export const SEND_FAILURES = {
  too_late: {
    when: 'Its time was more than an hour ago when it could have started, such as after an outage or a pause.',
    remedy: 'Nothing is sent late. Send a broadcast if it still means something.',
  },
  insufficient_credits: {
    when: 'The credits did not suffice for all of its recipients.',
    remedy: 'Have the operator grant credits before the next send.',
  },
  empty_audience: {
    when: 'Nobody of the audience could be texted.',
    remedy: 'Look at the groups of the audience and the consent of their members.',
  },
  sender_inactive: {
    when: '`from` was inactive, or no number of the account any more.',
    remedy: 'Change `from` of the schedule, or have the operator activate the number.',
  },
  quota_reached: {
    when: 'The daily quota had no room for all of its recipients.',
    remedy: 'Have the operator raise `dailyMessageQuota`, or make the audience smaller.',
  },
  text_refused: {
    when: 'The text is not admitted any more, since a rule was added after it was scheduled.',
    remedy: 'Change `body` of the schedule. 33016 and 33019 say what is refused.',
  },
  canceled: {
    when: 'Its broadcast was canceled before its time, or the schedule was deleted.',
    remedy: 'Nothing: somebody has asked for it.',
  },
} as const satisfies Record<SendReason, ErrorReason>

/** `reason` of a webhook delivery attempt that got no response. */
export const DELIVERY_FAILURES = {
  timeout: {
    when: 'The endpoint did not answer within 15 s.',
    remedy: 'Answer first with 2xx, and do the work afterwards.',
  },
  unreachable: {
    when: 'There was no connection, or it broke.',
    remedy: 'Check name, certificate and firewall of the endpoint. The event is tried again.',
  },
  forbidden: {
    when: 'The address of the endpoint is not a public one. Nothing was sent.',
    remedy: 'Use a public address. An operator who trusts the accounts can set `CARILLON_WEBHOOKS_ALLOW_PRIVATE`.',
  },
} as const satisfies Record<Extract<WebhookResponse, { kind: 'unanswered' }>['reason'], ErrorReason>
