import { createHmac } from 'node:crypto'
import { parse } from 'node:querystring'
import type { TestInbound, TestReport } from '@carillon/contracts'
import type { CarrierRequest } from '@carillon/core'

export type RequestSigner = {
  readonly accountSid: string
  readonly authToken: string
  /** The URL that a text requested, without the reference. */
  readonly receiptUrl: string
  readonly inboundUrl: string
}

type Fields = Readonly<Record<string, string>>

/** What Twilio sends to us, signed with the token of the account. */
export function twilioRequests({ accountSid, authToken, receiptUrl, inboundUrl }: RequestSigner) {
  const post = (url: string, body: string, at: Date): CarrierRequest => ({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': signatureOf(url, parse(body, '&', '=', { maxKeys: 0 }), authToken),
    },
    body: new TextEncoder().encode(body),
    address: '127.0.0.1',
    at,
  })
  const encode = (fields: Fields) => new URLSearchParams(fields).toString()
  const common = { AccountSid: accountSid, ApiVersion: '2010-04-01' }
  const urlFor = ({ reference }: Pick<TestReport, 'reference'>) => `${receiptUrl}?${new URLSearchParams({ reference })}`

  /** A status of a message. Twilio names both the message and its status twice. */
  const status = (report: Omit<TestReport, 'isFailed'>, name: string, more: Fields, at: Date) => {
    const fields = { SmsSid: report.providerId, SmsStatus: name, MessageStatus: name, MessageSid: report.providerId }
    const numbers = { To: '+12025550101', From: '+12025550199' }
    return post(urlFor(report), encode({ ...more, ...fields, ...numbers, ...common }), at)
  }
  return {
    status,
    receipt: ({ isFailed, words, ...report }: TestReport, at: Date) =>
      isFailed
        ? status(report, 'undelivered', { ...failureOf(words), RawDlrDoneDate: '2603011200' }, at)
        : status(report, 'delivered', { RawDlrDoneDate: '2603011200' }, at),
    inbound: (text: TestInbound, at: Date, more: Fields = {}) => {
      const { from, to, body, mediaUrls, providerId } = text
      const media = mediaUrls.flatMap((url, i) => [
        [`MediaUrl${i}`, url] as const,
        [`MediaContentType${i}`, 'image/jpeg'] as const,
      ])
      const ids = { SmsMessageSid: providerId, SmsSid: providerId, MessageSid: providerId }
      const rest = { SmsStatus: 'received', NumMedia: String(mediaUrls.length), NumSegments: '1', FromCountry: 'US' }
      const fields = {
        ...Object.fromEntries(media),
        ...ids,
        ...rest,
        Body: body,
        From: from,
        To: to,
        ...more,
        ...common,
      }
      return post(inboundUrl, encode(fields), at)
    },
    signed: (kind: 'receipts' | 'inbound', body: string, at: Date) =>
      post(kind === 'receipts' ? receiptUrl : inboundUrl, body, at),
    post,
  }
}

function failureOf(words: string | undefined): Fields {
  return { ErrorCode: '30005', ...(words !== undefined && { ErrorMessage: words }) }
}

/** HMAC-SHA1 over the URL and the sorted fields; of a repeated field, each different value once. */
function signatureOf(
  url: string,
  form: Readonly<Record<string, undefined | string | readonly string[]>>,
  token: string,
) {
  const hmac = createHmac('sha1', token).update(url)
  for (const name of Object.keys(form).sort()) {
    const values = new Set([form[name] ?? ''].flat())
    for (const value of [...values].sort()) hmac.update(`${name}${value}`)
  }
  return hmac.digest('base64')
}
