import type { FailureType, SendReason, WebhookResponse } from '@carillon/core'
import type { ErrorReason } from './reason-descriptions.js'

/** `errorType` of a message whose status is `failed`. */
export const MESSAGE_FAILURES = {
  opted_out: {
    when: 'The recipient has opted out of texts from this sender, and the provider enforces this.',
    remedy:
      'Do not text this number from this sender. The contact can undo the opt-out by texting START to the sender.',
  },
  invalid_destination: {
    when: 'The provider cannot send texts to the number: it is a landline, is not in use, or is on a network that the provider does not serve. Or the account refuses landlines (`refuseLandlines`), and a look-up found that the number is one: then the text was not submitted and costs nothing.',
    remedy: 'Correct the number of the contact.',
  },
  carrier_rejected: {
    when: 'The carrier has rejected the text. `errorMessage` has its reason.',
    remedy:
      'Common causes are the content, or a sender that is not registered for it. Ask the provider before you send the text again.',
  },
  carrier_account: {
    when: 'The carrier refuses texts because of the account that the service has there: its funds are used up, or it is closed or lacks a permission. `errorMessage` has its reason.',
    remedy: 'The operator must put the account at the carrier in order. The text costs nothing.',
  },
  unregistered_sender: {
    when: 'The number is not registered with the carriers for this kind of text, for example for 10DLC or as a toll-free number.',
    remedy: 'The operator must register the number with the carrier. The text costs nothing.',
  },
  provider_unavailable: {
    when: 'The provider was unavailable for an hour, during which every attempt failed.',
    remedy: 'The text was not sent and costs nothing. Send it again when the provider is available.',
  },
  expired: {
    when: 'The text could not be sent within an hour, or the code in it expired first.',
    remedy: 'The text was not sent and costs nothing. Send it again if it is still relevant.',
  },
  unknown_outcome: {
    when: 'The provider did not respond in time, the connection broke, or the response did not say whether the text was taken, and the provider cannot look the text up. The text may or may not have been sent.',
    remedy:
      'The text costs nothing, keeps its idempotency key, and is not retried. Send it again only if a duplicate does no harm.',
  },
  opted_out_before_send: {
    when: 'The recipient opted out after the text was accepted and before it was sent.',
    remedy: 'Nothing. The text costs nothing.',
  },
  not_opted_in_before_send: {
    when: 'The recipient was removed from its last group after the text was accepted and before it was sent. For a confirmation: the recipient is no longer pending.',
    remedy: 'Nothing, if the removal was intended. The text costs nothing.',
  },
  erased: {
    when: 'The number of the recipient was erased after the text was accepted and before it was sent, whether or not it had opted out.',
    remedy: 'Nothing. The text costs nothing.',
  },
  content_blocked: {
    when: 'Only in a broadcast, a batch or a send of a schedule: values of the contact, filled in for merge tags, or smart encoding made the text contain a blocked phrase or a link of a public shortener. `errorMessage` names it.',
    remedy:
      'Correct the values of the contact, change the text, or turn smart encoding off for it. The text costs nothing.',
  },
  frequency_capped: {
    when: 'Only in a broadcast, a batch or a send of a schedule: the recipient has had as many texts as a frequency cap of the account (`frequencyCaps`) allows. `errorMessage` names the cap.',
    remedy:
      'Nothing: the text costs nothing. To send it later, retry the broadcast when the period of the cap has passed.',
  },
  insufficient_credits: {
    when: 'The account had no credits for a text that the service sends, such as a code or an opt-in message.',
    remedy: 'Ask the operator to grant credits.',
  },
} as const satisfies Record<FailureType, ErrorReason>

/** `reason` of a schedule's send that did not start. */
export const SEND_FAILURES = {
  too_late: {
    when: 'The send could not start within an hour of its time, for example because of an outage or a pause.',
    remedy: 'Nothing: a late send is skipped. Send a broadcast if the text is still relevant.',
  },
  insufficient_credits: {
    when: 'The account did not have enough credits for all recipients.',
    remedy: 'Ask the operator to grant credits before the next send.',
  },
  empty_audience: {
    when: 'No recipient of the audience could be texted.',
    remedy: 'Check the groups of the audience and the consent of their members.',
  },
  sender_inactive: {
    when: '`from` was inactive, or no longer a number of the account.',
    remedy: 'Change `from` of the schedule, or ask the operator to activate the number.',
  },
  sender_without_mms: {
    when: 'The newest version of the template has media, and `from` cannot send MMS.',
    remedy: 'Change `from` of the schedule, or remove the media from the template.',
  },
  quota_reached: {
    when: 'The rest of the daily quota was too small for all recipients.',
    remedy: 'Ask the operator to raise `dailyMessageQuota`, or make the audience smaller.',
  },
  text_refused: {
    when: 'The text violates a compliance rule that was added after it was scheduled or after its template was saved.',
    remedy: 'Change `body` of the schedule, or its template. See 33016 and 33019.',
  },
  canceled: {
    when: 'The broadcast of the send was canceled before it started, or the schedule was deleted.',
    remedy: 'Nothing: a client requested it.',
  },
  by_request: {
    when: 'A client asked to skip this occurrence of the schedule.',
    remedy: 'Nothing: the schedule continues with its next occurrence.',
  },
} as const satisfies Record<SendReason, ErrorReason>

/** `reason` of a webhook delivery attempt that got no response. */
export const DELIVERY_FAILURES = {
  timeout: {
    when: 'The endpoint did not respond within 15 s.',
    remedy: 'Respond with 2xx first, and do the work afterwards.',
  },
  unreachable: {
    when: 'The connection could not be opened, or it broke.',
    remedy: 'Check the host name, certificate and firewall of the endpoint. The delivery is tried again.',
  },
  forbidden: {
    when: 'The address of the endpoint is not public. Nothing was sent.',
    remedy: 'Use a public address. An operator who trusts the accounts can set `CARILLON_WEBHOOKS_ALLOW_PRIVATE`.',
  },
} as const satisfies Record<Extract<WebhookResponse, { kind: 'unanswered' }>['reason'], ErrorReason>
