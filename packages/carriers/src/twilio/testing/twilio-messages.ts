import { parse } from 'node:querystring'
import type { TwilioError } from './twilio-answer.js'

/** A text that the test carrier has taken. */
export type TakenText = {
  readonly sid: string
  readonly accountSid: string
  readonly to: string
  readonly from: string
  readonly messagingServiceSid: string | null
  readonly body: string
  readonly mediaUrls: readonly string[]
  readonly statusCallback: string | null
}

export type MessageRules = {
  /** The numbers of the account. */
  readonly numbers: readonly string[]
  /** The documented limit, unless a test needs longer texts. */
  readonly bodyMax: number
}

export type MessageRequest = Omit<TakenText, 'sid' | 'accountSid'>

/** The fields that Carillon may use. Twilio has more, but here any other name is a spelling mistake. */
const SINGLE = ['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback']
const MEDIA_MAX = 10
const CALLBACK_MAX = 4_000

/** Refuses what Twilio documents as refused. */
export function readMessage(
  contentType: string | undefined,
  body: string,
  rules: MessageRules,
): MessageRequest | TwilioError {
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(contentType ?? '')) {
    return { status: 415, code: 20415, message: `Unsupported media type: ${contentType}` }
  }
  const form = parse(body, '&', '=', { maxKeys: 0 })
  for (const [name, value] of Object.entries(form)) {
    const isKnown = name === 'MediaUrl' || (SINGLE.includes(name) && typeof value === 'string')
    if (!isKnown) return bad(20001, `Unknown or repeated parameter: ${name}`)
  }
  const text = (name: string) => (form[name] as string | undefined) ?? ''
  const request: MessageRequest = {
    to: text('To'),
    from: text('From'),
    messagingServiceSid: text('MessagingServiceSid') || null,
    body: text('Body'),
    mediaUrls: [form['MediaUrl'] ?? []].flat(),
    statusCallback: text('StatusCallback') || null,
  }
  return faultOf(request, rules) ?? request
}

function faultOf(request: MessageRequest, { numbers, bodyMax }: MessageRules): TwilioError | null {
  const { to, from, messagingServiceSid, body, mediaUrls, statusCallback } = request
  if (to === '') return bad(21604, "A 'To' phone number is required.")
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return bad(21211, `The 'To' number ${to} is not a valid phone number.`)
  if (from === '' && messagingServiceSid === null) return bad(21603, "A 'From' phone number is required.")
  if (from !== '' && !numbers.includes(from)) {
    return bad(21606, `The 'From' phone number provided (${from}) is not a valid message-capable Twilio phone number`)
  }
  if (messagingServiceSid !== null && !/^MG[0-9a-f]{32}$/i.test(messagingServiceSid)) {
    return bad(21701, `The Messaging Service resource ${messagingServiceSid} does not exist`)
  }
  if (body === '' && mediaUrls.length === 0) return bad(21602, 'Message body is required.')
  if (body.length > bodyMax) {
    return bad(21617, `The concatenated message body exceeds the ${bodyMax} character limit.`)
  }
  if (mediaUrls.length > MEDIA_MAX) return bad(21623, 'Number of media files exceeds allowed limit')
  if (!mediaUrls.every(isWebUrl)) return bad(21620, 'Invalid media URL(s)')
  if (statusCallback !== null && !isCallback(statusCallback)) {
    return bad(21609, `The 'StatusCallback' URL ${statusCallback} is not a valid URL`)
  }
  return null
}

function bad(code: number, message: string): TwilioError {
  return { status: 400, code, message }
}

function isWebUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function isCallback(url: string): boolean {
  return isWebUrl(url) && url.length <= CALLBACK_MAX && !new URL(url).hostname.includes('_')
}

/** The resource as the API shows it right after it was created. */
export function messageResource(text: TakenText, now: Date): object {
  const date = now.toUTCString().replace('GMT', '+0000')
  const uri = `/2010-04-01/Accounts/${text.accountSid}/Messages/${text.sid}`
  return {
    account_sid: text.accountSid,
    api_version: '2010-04-01',
    body: text.body,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: text.from === '' ? null : text.from,
    messaging_service_sid: text.messagingServiceSid,
    num_media: String(text.mediaUrls.length),
    num_segments: text.messagingServiceSid === null ? '1' : '0',
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status: text.messagingServiceSid === null ? 'queued' : 'accepted',
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  }
}
