import { randomUUID } from 'node:crypto'
import { errorAnswer, type TelnyxAccount, type TelnyxAnswer } from './telnyx-account.js'

/** The request for a message, with the names of the API. */
export type TakenMessage = {
  readonly id: string
  readonly to: string
  readonly from?: string
  readonly text?: string
  readonly media_urls?: readonly string[]
  readonly messaging_profile_id?: string
  readonly webhook_url?: string
  readonly use_profile_webhooks?: boolean
}

type Request = {
  readonly account: TelnyxAccount
  readonly contentType: string | undefined
  readonly body: string
}

type Result = { readonly taken: TakenMessage | null; readonly answer: TelnyxAnswer }

const E164 = /^\+[1-9]\d{7,14}$/
const SHORT_CODE = /^\d{3,8}$/
const ALPHANUMERIC = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/
const URL_LENGTH_MAX = 2_000
const MEDIA_MAX = 10

/** The fields of the API and their types. Any other field is refused. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  to: isText,
  from: isText,
  text: isText,
  subject: isText,
  media_urls: (value) => Array.isArray(value) && value.every(isText),
  messaging_profile_id: isText,
  webhook_url: isText,
  webhook_failover_url: isText,
  use_profile_webhooks: (value) => typeof value === 'boolean',
  auto_detect: (value) => typeof value === 'boolean',
  type: (value) => value === 'SMS' || value === 'MMS',
  encoding: (value) => value === 'auto' || value === 'gsm7' || value === 'ucs2',
}

export function takeMessage({ account, contentType, body }: Request): Result {
  if (contentType?.split(';')[0] !== 'application/json') {
    return refused(errorAnswer(415, '10014', 'Unsupported Media Type', 'Expected application/json.'))
  }
  const given = jsonObject(body)
  if (given === null) return refused(errorAnswer(400, '10015', 'Bad Request', 'The request was not well-formed.'))
  for (const [name, value] of Object.entries(given)) {
    if (FIELDS[name]?.(value) !== true) {
      return refused(errorAnswer(400, '10015', 'Bad Request', `The field '${name}' is wrong.`, `/${name}`))
    }
  }
  const message = { ...given, id: randomUUID() } as unknown as TakenMessage
  const fault = addressFault(message, account) ?? contentFault(message, account) ?? account.refusals.get(message.to)
  return fault === undefined ? { taken: message, answer: { status: 200, body: record(message) } } : refused(fault)
}

function addressFault({ to, from, messaging_profile_id }: TakenMessage, account: TelnyxAccount) {
  if (to === undefined) return errorAnswer(400, '10004', 'Missing required parameter', `'to' is required.`, '/to')
  if (!E164.test(to) && !SHORT_CODE.test(to)) return errorAnswer(400, '40310', `Invalid 'to' address`, to, '/to')
  if (from === undefined && messaging_profile_id === undefined) {
    return errorAnswer(400, '10004', 'Missing required parameter', `'from' is required.`, '/from')
  }
  if (messaging_profile_id !== undefined && !account.profiles.has(messaging_profile_id)) {
    return errorAnswer(400, '10006', 'Invalid ID', 'The resource ID is invalid.', '/messaging_profile_id')
  }
  if (account.profiles.get(messaging_profile_id ?? account.profileOf(from!))?.enabled === false) {
    return errorAnswer(400, '40312', 'Messaging profile is disabled', 'The messaging profile is disabled.')
  }
  if (from === undefined || SHORT_CODE.test(from)) return undefined
  if (ALPHANUMERIC.test(from) && messaging_profile_id !== undefined) return undefined
  if (E164.test(from) && account.profileOf(from) !== '') return undefined
  return errorAnswer(400, '40305', `Invalid 'from' address`, `'${from}' is on no messaging profile.`, '/from')
}

function contentFault({ text, media_urls, webhook_url }: TakenMessage, account: TelnyxAccount) {
  if (text === '' || (text === undefined && (media_urls ?? []).length === 0)) {
    return errorAnswer(400, '40316', 'No content provided', 'The message has neither text nor media.')
  }
  if (text !== undefined && partsOf(text) > account.partsMax) {
    return errorAnswer(400, '40302', 'Message too large', `The message has more than ${account.partsMax} parts.`)
  }
  if (media_urls !== undefined && (media_urls.length > MEDIA_MAX || !media_urls.every(isUrl))) {
    return errorAnswer(400, '40317', 'Invalid MMS content', 'At most ten URLs.', '/media_urls')
  }
  if (webhook_url !== undefined && !isUrl(webhook_url)) {
    return errorAnswer(400, '10003', 'Invalid URL', 'The URL is invalid, malformed or too long.', '/webhook_url')
  }
  return undefined
}

/** What Telnyx answers when it has taken a message, and repeats in its receipts. */
export function record(message: TakenMessage, status = 'queued'): { readonly data: Readonly<Record<string, unknown>> } {
  const { id, from, to, text, media_urls, messaging_profile_id, webhook_url } = message
  return {
    data: {
      record_type: 'message',
      direction: 'outbound',
      id,
      type: media_urls === undefined ? 'SMS' : 'MMS',
      organization_id: 'b448f9cc-a842-4784-98e9-03c1a5872950',
      messaging_profile_id: messaging_profile_id ?? '16fd2706-8baf-433b-82eb-8c7fada847da',
      from: { phone_number: from, carrier: 'Telnyx', line_type: 'VoIP' },
      to: [{ phone_number: to, status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
      cc: [],
      text: text ?? '',
      subject: null,
      media: (media_urls ?? []).map((url) => ({ url, content_type: null, sha256: null, size: null })),
      webhook_url: webhook_url ?? null,
      webhook_failover_url: null,
      encoding: 'GSM-7',
      parts: partsOf(text ?? ''),
      tags: [],
      cost: { amount: '0.0070', currency: 'USD' },
      received_at: '2026-03-01T11:59:58.000+00:00',
      sent_at: null,
      completed_at: null,
      valid_until: '2026-03-01T12:59:58.000+00:00',
      errors: [],
    },
  }
}

function partsOf(text: string): number {
  const isAscii = /^[\x20-\x7e\r\n]*$/.test(text)
  const [single, multi] = isAscii ? [160, 153] : [70, 67]
  return text.length <= single ? 1 : Math.ceil(text.length / multi)
}

function refused(answer: TelnyxAnswer): Result {
  return { taken: null, answer }
}

function jsonObject(body: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(body) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isUrl(text: string): boolean {
  return text.length <= URL_LENGTH_MAX && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
