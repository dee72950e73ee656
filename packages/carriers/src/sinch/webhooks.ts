import type { CarrierAnswer, CarrierNews, CarrierRequest, CarrierWebhooks } from '@carillon/core'
import { withPlus } from '../http/phone-digits.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { isCarrierKeyword } from '../settings/carrier-keywords.js'
import { failureOf } from './failures.js'
import type { SinchSettings } from './settings.js'
import { forgeryOf } from './signature.js'

const FAILED = new Set(['Failed', 'Rejected', 'Expired', 'Aborted', 'Deleted', 'Cancelled'])

/** A service plan may send everything to one URL, so both URLs take receipts and texts. */
export function sinchWebhooks({
  webhookSecret,
  carrierAnswersKeywords = false,
}: Pick<SinchSettings, 'webhookSecret' | 'carrierAnswersKeywords'>): CarrierWebhooks {
  const read = (request: CarrierRequest): CarrierAnswer => {
    const forgery = forgeryOf(request, webhookSecret)
    if (forgery !== null) return { kind: 'forged', reason: forgery }
    const news = newsIn(readJson(request.body), carrierAnswersKeywords)
    return typeof news === 'string' ? { kind: 'unreadable', reason: news } : { kind: 'news', news, reply: null }
  }
  return { receipts: read, inbound: read }
}

/** A text is the reason why the event cannot be read. */
function newsIn(event: unknown, answersKeywords: boolean): readonly CarrierNews[] | string {
  switch (textAt(event, 'type')) {
    case null:
      return 'Expected an event with a type'
    case 'recipient_delivery_report_sms':
    case 'recipient_delivery_report_mms':
      return receiptIn(event)
    case 'mo_text':
      return textIn(event, { body: textAt(event, 'body'), mediaUrls: [] }, answersKeywords)
    case 'mo_media':
      return textIn(event, mediaIn(at(event, 'body')), answersKeywords)
    default:
      return []
  }
}

/** `Unknown` means that the network sent no receipt, and `Queued` and `Dispatched` are not final: all are no news. */
function receiptIn(event: unknown): readonly CarrierNews[] | string {
  const [status, providerId] = [textAt(event, 'status'), textAt(event, 'batch_id')]
  if (status === null || providerId === null) return 'Expected a delivery report with status and batch_id'
  if (status !== 'Delivered' && !FAILED.has(status)) return []
  const failure = status === 'Delivered' ? null : failureOf({ status, code: textAt(event, 'code') })
  const reportedAt = dateOf(textAt(event, 'at'))
  return [{ kind: 'receipt', reference: textAt(event, 'client_reference'), providerId, at: reportedAt, failure }]
}

type Content = { readonly body: string | null; readonly mediaUrls: readonly string[] }

/** Sinch never says whether it answered a text, so those with its keywords count as answered. */
function textIn(
  event: unknown,
  { body, mediaUrls }: Content,
  answersKeywords: boolean,
): readonly CarrierNews[] | string {
  const [from, to, providerId] = [textAt(event, 'from'), textAt(event, 'to'), textAt(event, 'id')]
  if (from === null || to === null || providerId === null || body === null) {
    return 'Expected a text with id, from, to and body'
  }
  return [
    {
      kind: 'inbound',
      from: withPlus(from),
      to: withPlus(to),
      body,
      mediaUrls,
      providerId,
      isAnswered: answersKeywords && isCarrierKeyword(body),
    },
  ]
}

/** Media without a URL could not be stored by Sinch. */
function mediaIn(body: unknown): Content {
  const media = at(body, 'media')
  const urls = Array.isArray(media) ? media.map((one) => textAt(one, 'url')) : []
  const text = textAt(body, 'message') || textAt(body, 'subject') || ''
  return { body: text, mediaUrls: urls.filter((url) => url !== null) }
}

function dateOf(text: string | null): Date | null {
  const date = new Date(text ?? NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
