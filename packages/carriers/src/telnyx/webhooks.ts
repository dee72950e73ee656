import type { CarrierAnswer, CarrierNews, CarrierRequest, CarrierWebhooks } from '@carillon/core'
import { at, readJson, textAt } from '../http/read-json.js'
import { errorIn, failureOf } from './failures.js'
import { referenceIn } from './reference-url.js'
import type { TelnyxSettings } from './settings.js'
import { signatureCheck } from './signature.js'
import { timeOf } from './time.js'

/**
 * Both readers are the same: a messaging profile has one URL, to which Telnyx sends inbound texts, and the receipts of
 * messages that were submitted without a URL of their own.
 */
export function telnyxWebhooks(settings: TelnyxSettings): CarrierWebhooks {
  const faultOf = signatureCheck(settings.publicKey)
  const read = (request: CarrierRequest): CarrierAnswer => {
    const fault = faultOf(request)
    return fault === null ? answerTo(readJson(request.body), settings) : { kind: 'forged', reason: fault }
  }
  return { receipts: read, inbound: read }
}

function answerTo(event: unknown, settings: TelnyxSettings): CarrierAnswer {
  switch (textAt(event, 'data', 'event_type')) {
    case null:
      return { kind: 'unreadable', reason: 'The event has no type' }
    case 'message.finalized':
      return receiptIn(event, settings)
    case 'message.received':
      return inboundIn(event, settings)
    default:
      return NO_NEWS
  }
}

/** `delivery_unconfirmed` is missing here: Telnyx does not know whether the text arrived, and will not know. */
const FAILED = new Set(['delivery_failed', 'sending_failed', 'expired', 'cancelled'])

function receiptIn(event: unknown, { apiKey }: TelnyxSettings): CarrierAnswer {
  const payload = at(event, 'data', 'payload')
  const providerId = textAt(payload, 'id')
  const reference = referenceIn(textAt(payload, 'webhook_url'))
  const status = textAt(payload, 'to', 0, 'status')
  if (status === null) return { kind: 'unreadable', reason: 'The receipt has no status' }
  if (providerId === null && reference === null) return { kind: 'unreadable', reason: 'The receipt names no message' }
  if (status !== 'delivered' && !FAILED.has(status)) return NO_NEWS
  const what = 'Telnyx did not deliver the text'
  return newsOf({
    kind: 'receipt',
    reference,
    providerId,
    at: timeOf(textAt(payload, 'completed_at') ?? textAt(event, 'data', 'occurred_at')),
    failure: status === 'delivered' ? null : failureOf(errorIn(payload), { what, status, secret: apiKey }),
  })
}

function inboundIn(event: unknown, { carrierAnswersKeywords }: TelnyxSettings): CarrierAnswer {
  const payload = at(event, 'data', 'payload')
  const providerId = textAt(payload, 'id')
  const from = textAt(payload, 'from', 'phone_number')
  const to = textAt(recipientIn(payload), 'phone_number')
  if (providerId === null || from === null || to === null) {
    return { kind: 'unreadable', reason: 'The text has no id, sender or recipient' }
  }
  return newsOf({
    kind: 'inbound',
    from,
    to,
    body: textAt(payload, 'text') ?? '',
    mediaUrls: listAt(payload, 'media').flatMap((media) => textAt(media, 'url') ?? []),
    providerId,
    isAnswered: carrierAnswersKeywords === true && (textAt(payload, 'autoresponse_type') ?? '') !== '',
  })
}

/** A group MMS has several recipients, of which one is ours. */
function recipientIn(payload: unknown): unknown {
  const recipients = listAt(payload, 'to')
  return recipients.find((one) => textAt(one, 'status') === 'webhook_delivered') ?? recipients[0]
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const found = at(value, name)
  return Array.isArray(found) ? found : []
}

function newsOf(news: CarrierNews): CarrierAnswer {
  return { kind: 'news', news: [news], reply: null }
}

const NO_NEWS: CarrierAnswer = { kind: 'news', news: [], reply: null }
