import type { CarrierAnswer, CarrierRequest, CarrierWebhooks } from '@carillon/core'
import { carrierText, type Secrets } from '../http/carrier-text.js'
import { secretsOf } from './credentials.js'
import { failureTypeOf, reasonOf } from './failures.js'
import { fieldOf, readForm, type Form } from './form.js'
import { REFERENCE } from './message-form.js'
import type { TwilioSettings } from './settings.js'
import { isSigned, SIGNATURE } from './signature.js'

/** Tells Twilio to answer nothing. */
const NO_ANSWER = {
  status: 200,
  contentType: 'text/xml',
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
} as const

type WebhookSettings = Pick<TwilioSettings, 'authToken' | 'previousAuthToken' | 'apiSecret' | 'carrierAnswersKeywords'>

export function twilioWebhooks(settings: WebhookSettings): CarrierWebhooks {
  const { authToken, previousAuthToken, carrierAnswersKeywords = false } = settings
  const secrets = secretsOf(settings)
  const authTokens = previousAuthToken === undefined ? [authToken] : [authToken, previousAuthToken]
  const reader = (read: (form: Form, url: string) => CarrierAnswer) => (request: CarrierRequest) => {
    const form = readForm(request.body)
    if (isSigned(request, form, authTokens)) return read(form, request.url)
    return { kind: 'forged', reason: forgeryOf(request) } as const
  }
  return {
    receipts: reader((form, url) => readReceipt(form, url, secrets)),
    inbound: reader((form) => readInbound(form, carrierAnswersKeywords)),
  }
}

/** Names the URL that was checked, because it is wrong more often than the token. Its query has the reference. */
function forgeryOf({ url, headers }: CarrierRequest): string {
  if (headers[SIGNATURE] === undefined) return 'X-Twilio-Signature is missing'
  return `X-Twilio-Signature fits neither the token nor the URL ${url.replace(/\?.*$/s, '')}, or the body was changed`
}

/** Twilio also reports `queued`, `sending`, `sent` and others, which are not final. */
function readReceipt(form: Form, url: string, secrets: Secrets): CarrierAnswer {
  const [status, providerId] = [fieldOf(form, 'MessageStatus'), fieldOf(form, 'MessageSid')]
  if (status === null || providerId === null) {
    return { kind: 'unreadable', reason: 'Expected a status with MessageStatus and MessageSid' }
  }
  if (status !== 'delivered' && status !== 'undelivered' && status !== 'failed') return newsOf([])
  const failure = status === 'delivered' ? null : failureOf(form, status, secrets)
  // The time of the carrier in `RawDlrDoneDate` has no time zone.
  return newsOf([{ kind: 'receipt', reference: referenceIn(url), providerId, at: null, failure }])
}

function failureOf(form: Form, status: string, secrets: Secrets) {
  const carrierCode = fieldOf(form, 'ErrorCode')
  const reason = carrierText(fieldOf(form, 'ErrorMessage') ?? reasonOf(carrierCode), secrets)
  const message = `Twilio reports the text as ${status}: ${reason}`
  return { type: failureTypeOf(carrierCode) ?? 'carrier_rejected', message, carrierCode } as const
}

function referenceIn(url: string): string | null {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  return new URLSearchParams(query).get(REFERENCE) || null
}

function readInbound(form: Form, carrierAnswersKeywords: boolean): CarrierAnswer {
  const [from, to, providerId] = [fieldOf(form, 'From'), fieldOf(form, 'To'), fieldOf(form, 'MessageSid')]
  // A status has these fields too, but it has no body.
  if (from === null || to === null || providerId === null || !form.has('Body')) {
    return { kind: 'unreadable', reason: 'Expected a text with From, To, MessageSid and Body' }
  }
  const isAnswered = carrierAnswersKeywords && fieldOf(form, 'OptOutType') !== null
  const body = fieldOf(form, 'Body') ?? ''
  const text = { kind: 'inbound', from, to, body, mediaUrls: mediaUrlsOf(form), providerId, isAnswered } as const
  return { kind: 'news', news: [text], reply: NO_ANSWER }
}

function mediaUrlsOf(form: Form): readonly string[] {
  const urls: string[] = []
  for (let url = fieldOf(form, 'MediaUrl0'); url !== null; url = fieldOf(form, `MediaUrl${urls.length}`)) urls.push(url)
  return urls
}

function newsOf(news: Extract<CarrierAnswer, { kind: 'news' }>['news']): CarrierAnswer {
  return { kind: 'news', news, reply: null }
}
