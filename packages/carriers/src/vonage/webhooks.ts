import type { CarrierAnswer, CarrierNews, CarrierRequest, CarrierWebhooks } from '@carillon/core'
import type { Secrets } from '../http/carrier-text.js'
import { withPlus } from '../http/phone-digits.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { isCarrierKeyword } from '../settings/carrier-keywords.js'
import { secretsOf } from './credentials.js'
import { failureTypeOf, readError } from './failures.js'
import type { VonageSettings } from './settings.js'
import { forgeryOf } from './signature.js'

/** Where the media of an inbound message can be. */
const MEDIA = ['image', 'video', 'audio', 'file', 'vcard'] as const

/** Vonage does not say which texts it has answered, so those with its keywords count as answered. */
export function vonageWebhooks(
  settings: Pick<VonageSettings, 'apiSecret' | 'signatureSecret' | 'carrierAnswersKeywords'>,
): CarrierWebhooks {
  const { signatureSecret, carrierAnswersKeywords = false } = settings
  const secrets = secretsOf(settings)
  const reader = (read: (body: unknown) => readonly CarrierNews[] | string) => (request: CarrierRequest) => {
    const forgery = forgeryOf(request, signatureSecret)
    if (forgery !== null) return { kind: 'forged', reason: forgery } as const
    return answerOf(read(readJson(request.body)))
  }
  return {
    receipts: reader((body) => readStatus(body, secrets)),
    inbound: reader((body) => readInbound(body, carrierAnswersKeywords)),
  }
}

function answerOf(read: readonly CarrierNews[] | string): CarrierAnswer {
  if (typeof read === 'string') return { kind: 'unreadable', reason: read }
  return { kind: 'news', news: read, reply: null }
}

/** `submitted` and `read` are no news, and neither is a status that does not exist yet. */
function readStatus(body: unknown, secrets: Secrets): readonly CarrierNews[] | string {
  const status = textAt(body, 'status')
  const providerId = textAt(body, 'message_uuid')
  if (status === null || providerId === null) return 'Expected a status with status and message_uuid'
  const receipt = {
    kind: 'receipt' as const,
    reference: textAt(body, 'client_ref'),
    providerId,
    at: dateOf(textAt(body, 'timestamp')),
  }
  if (status === 'delivered') return [{ ...receipt, failure: null }]
  if (status !== 'rejected' && status !== 'undeliverable') return []
  const { code, text } = readError(at(body, 'error'), secrets)
  const message = `Vonage reports the text as ${status}: ${text}`
  return [{ ...receipt, failure: { type: failureTypeOf(code), message, carrierCode: code ?? status } }]
}

function readInbound(body: unknown, answersKeywords: boolean): readonly CarrierNews[] | string {
  const [from, to, providerId] = [textAt(body, 'from'), textAt(body, 'to'), textAt(body, 'message_uuid')]
  if (from === null || to === null || providerId === null) return 'Expected a text with from, to and message_uuid'
  const mediaUrls = mediaUrlsOf(body)
  const caption = MEDIA.map((name) => textAt(body, name, 'caption')).find((text) => text !== null)
  const text = textAt(body, 'text') ?? caption ?? null
  // Not a text for people, for example binary data.
  if (text === null && mediaUrls.length === 0) return []
  return [
    {
      kind: 'inbound',
      from: withPlus(from),
      to: withPlus(to),
      body: text ?? '',
      mediaUrls,
      providerId,
      isAnswered: answersKeywords && isCarrierKeyword(text ?? ''),
    },
  ]
}

/** One attachment has a field of its own; several are in `content`. */
function mediaUrlsOf(body: unknown): readonly string[] {
  const content = at(body, 'content')
  const several = Array.isArray(content) ? content.map((one) => textAt(one, 'url')) : []
  return [...MEDIA.map((name) => textAt(body, name, 'url')), ...several].filter((url) => url !== null)
}

function dateOf(text: string | null): Date | null {
  const date = new Date(text ?? NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
