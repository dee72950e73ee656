import type { CarrierRequest } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import twilioSdk from 'twilio'
import { ACCOUNT_SID, AUTH_TOKEN } from './testing/test-twilio.js'
import { CONTEXT } from './testing/twilio-fixture.js'
import { twilioRequests } from './testing/twilio-requests.js'
import { twilioWebhooks } from './webhooks.js'

const { getExpectedTwilioSignature, validateRequest } = twilioSdk

const AT = new Date('2026-03-01T12:00:00.000Z')
const SIGNER = {
  ...{ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN },
  ...{ receiptUrl: CONTEXT.receiptUrl!, inboundUrl: CONTEXT.inboundUrl! },
}
const requests = twilioRequests(SIGNER)
const webhooks = twilioWebhooks({ authToken: AUTH_TOKEN })

const REPORT = { reference: 'acc_1.msg_1', providerId: 'SM1' }
const TEXT = { from: '+12025550101', to: '+12025550199', body: 'STOP', mediaUrls: [], providerId: 'SM2' }

const statusNews = (status: string, more: Readonly<Record<string, string>> = {}) =>
  webhooks.receipts(requests.status(REPORT, status, more, AT))

describe('a status', () => {
  test('of a delivery has the reference of the URL, and no time, because Twilio names no time zone', () => {
    const receipt = { kind: 'receipt', reference: 'acc_1.msg_1', providerId: 'SM1', at: null, failure: null }
    const expected = { kind: 'news', news: [receipt], reply: null }
    expect(statusNews('delivered', { RawDlrDoneDate: '2603011200' })).toEqual(expected)
  })

  test.each(['accepted', 'scheduled', 'queued', 'sending', 'sent', 'read', 'canceled', 'something new'])(
    'that is not final is no news: %s',
    (status) => {
      expect(statusNews(status)).toEqual({ kind: 'news', news: [], reply: null })
    },
  )

  test.each([
    ['undelivered', '30005', 'invalid_destination', 'the number of the recipient does not exist'],
    [
      ...['undelivered', '30006', 'invalid_destination'],
      'the number of the recipient is a landline or cannot be reached',
    ],
    ['failed', '21610', 'opted_out', 'the recipient has opted out of texts from this sender'],
    ['undelivered', '30004', 'carrier_rejected', 'the text was blocked'],
    ['undelivered', '30007', 'carrier_rejected', 'a carrier filtered the text'],
    ['failed', '30036', 'expired', 'the text waited too long in the queue'],
    ['failed', '30001', 'provider_unavailable', 'the queue of the sender is full'],
    ['undelivered', '30022', 'provider_unavailable', 'the registered campaign sends too fast'],
    ['failed', '30410', 'provider_unavailable', 'the carrier did not respond in time'],
    ['failed', '30002', 'carrier_account', 'the account is suspended'],
    ['failed', '30032', 'unregistered_sender', 'the toll-free number is not verified'],
    ['undelivered', '30034', 'unregistered_sender', 'the number is not registered for 10DLC'],
    ['undelivered', '39999', 'carrier_rejected', 'error 39999'],
  ])('%s with code %s is %s', (status, carrierCode, type, reason) => {
    const failure = { type, carrierCode, message: `Twilio reports the text as ${status}: ${reason}` }
    expect(statusNews(status, { ErrorCode: carrierCode })).toMatchObject({ news: [{ failure }] })
  })

  test('of a failure has the words of Twilio if there are any, and needs no code', () => {
    const failure = { type: 'carrier_rejected', carrierCode: null }
    expect(statusNews('failed', { ErrorMessage: 'Sorry' })).toMatchObject({
      news: [{ failure: { ...failure, message: 'Twilio reports the text as failed: Sorry' } }],
    })
    expect(statusNews('failed')).toMatchObject({
      news: [{ failure: { ...failure, message: 'Twilio reports the text as failed: no reason given' } }],
    })
  })

  test('without a reference names the message by its id', () => {
    const body = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'delivered' }).toString()
    const answer = webhooks.receipts(requests.signed('receipts', body, AT))
    expect(answer).toMatchObject({ news: [{ reference: null, providerId: 'SM1' }] })
  })

  test('is not an inbound text, and an inbound text is not a status', () => {
    expect(webhooks.inbound(requests.receipt({ ...REPORT, isFailed: false }, AT)).kind).toBe('unreadable')
    expect(webhooks.receipts(requests.inbound(TEXT, AT)).kind).toBe('unreadable')
  })
})

describe('an inbound text', () => {
  test('is answered with nothing, in the language that Twilio expects', () => {
    const body = '<?xml version="1.0" encoding="UTF-8"?><Response/>'
    expect(webhooks.inbound(requests.inbound(TEXT, AT))).toEqual({
      kind: 'news',
      news: [{ kind: 'inbound', ...TEXT, isAnswered: false }],
      reply: { status: 200, contentType: 'text/xml', body },
    })
  })

  test('has all of its pictures, in their order', () => {
    const mediaUrls = Array.from({ length: 12 }, (_, i) => `https://example.com/${i}.jpg?a=1&b=%20`)
    const request = requests.inbound({ ...TEXT, mediaUrls }, AT)
    expect(webhooks.inbound(request)).toMatchObject({ news: [{ mediaUrls }] })
  })

  test.each([
    [true, { OptOutType: 'STOP' }, true],
    [true, { OptOutType: 'HELP' }, true],
    [true, { OptOutType: '' }, false],
    [true, {}, false],
    [false, { OptOutType: 'STOP' }, false],
  ])('if Twilio answers keywords: %j, with %j, is answered: %j', (carrierAnswersKeywords, more, isAnswered) => {
    const readers = twilioWebhooks({ authToken: AUTH_TOKEN, carrierAnswersKeywords })
    expect(readers.inbound(requests.inbound(TEXT, AT, more))).toMatchObject({ news: [{ isAnswered }] })
  })

  test('may have new fields', () => {
    const request = requests.inbound(TEXT, AT, { SomethingNew: 'ü 🔔', Another: '' })
    expect(webhooks.inbound(request)).toMatchObject({ news: [TEXT] })
  })
})

describe('the signature', () => {
  const signedFor = (url: string) =>
    twilioRequests({ ...SIGNER, inboundUrl: url }).inbound({ ...TEXT, mediaUrls: ['https://example.com/a'] }, AT)
  const kindOf = (request: CarrierRequest, url = request.url) => webhooks.inbound({ ...request, url }).kind

  test.each([
    ['https://sms.example.com/in?a=1', 'https://sms.example.com:443/in?a=1'],
    ['http://sms.example.com/in', 'http://sms.example.com:80/in'],
    ['https://[2001:db8::1]/in', 'https://[2001:db8::1]:443/in'],
    ['https://sms.example.com/in', 'https://sms.example.com:8443/in'],
  ])('fits %s with and without its port', (without, withPort) => {
    expect(kindOf(signedFor(without), withPort)).toBe('news')
    expect(kindOf(signedFor(withPort), withPort)).toBe('news')
  })

  test('fits the standard port where the URL has none, but no other port', () => {
    expect(kindOf(signedFor('https://sms.example.com:443/in'), 'https://sms.example.com/in')).toBe('news')
    expect(kindOf(signedFor('https://sms.example.com:80/in'), 'https://sms.example.com/in')).toBe('forged')
    expect(kindOf(signedFor('https://sms.example.com:8443/in'), 'https://sms.example.com/in')).toBe('forged')
  })

  test('fits the URL with and without the fragment that makes Twilio repeat requests, but no other fragment', () => {
    const url = 'https://sms.example.com/in'
    expect(kindOf(signedFor(`${url}#rc=5&rp=all`), url)).toBe('news')
    expect(kindOf(signedFor(`${url}#rc=4&rp=all`), url)).toBe('forged')
  })

  test('fits the previous token only if that is set', () => {
    const request = twilioRequests({ ...SIGNER, authToken: 'the-previous-token' }).inbound(TEXT, AT)
    const changing = twilioWebhooks({ authToken: AUTH_TOKEN, previousAuthToken: 'the-previous-token' })
    expect(webhooks.inbound(request).kind).toBe('forged')
    expect(changing.inbound(request).kind).toBe('news')
    expect(changing.inbound(requests.inbound(TEXT, AT)).kind).toBe('news')
  })

  test('that is refused has a reason that names the checked URL without its query', () => {
    const request = { ...signedFor('https://sms.example.com/in?a=1'), url: 'http://sms.example.com/in?a=1' }
    const fault = 'fits neither the token nor the URL http://sms.example.com/in, or the body was changed'
    expect(webhooks.inbound(request)).toEqual({ kind: 'forged', reason: `X-Twilio-Signature ${fault}` })
    const unsigned = { ...request, headers: {} }
    expect(webhooks.inbound(unsigned)).toEqual({ kind: 'forged', reason: 'X-Twilio-Signature is missing' })
  })

  test('fits no other host, path, query or scheme', () => {
    const request = signedFor('https://sms.example.com/in?a=1')
    for (const url of [
      'https://sms.example.org/in?a=1',
      'https://sms.example.com/out?a=1',
      'https://sms.example.com/in?a=2',
      'https://sms.example.com/in',
      'http://sms.example.com/in?a=1',
      'nonsense',
      '',
    ]) {
      expect([url, kindOf(request, url)]).toEqual([url, 'forged'])
    }
  })

  test("is accepted exactly where Twilio's library accepts it", () => {
    const name = fc.constantFrom('A', 'AB', 'B', 'a', 'To')
    const value = fc.oneof(fc.constantFrom('', 'B1', 'x', 'ü 🔔'), fc.string({ unit: 'grapheme', maxLength: 5 }))
    const url = fc
      .tuple(fc.constantFrom('https', 'http'), fc.constantFrom('', ':443', ':80', ':8443'))
      .map(([scheme, port]) => `${scheme}://sms.example.com${port}/in?a=1`)
    const fields = fc.array(fc.tuple(name, value), { maxLength: 6 })
    /** What was signed, and what arrives: the same, in another order, twice, or something else. */
    const pair = fields.chain((signed) =>
      fc.tuple(
        fc.constant(signed),
        fc.oneof(
          fc.constant(signed),
          fc.shuffledSubarray(signed, { minLength: signed.length }),
          fc.constant([...signed, ...signed]),
          fields,
        ),
      ),
    )
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(url, url, pair, (signedUrl, url, [signed, sent]) => {
        const headers = { 'x-twilio-signature': getExpectedTwilioSignature(AUTH_TOKEN, signedUrl, valuesOf(signed)) }
        const body = new TextEncoder().encode(new URLSearchParams(sent).toString())
        const isGenuine = validateRequest(
          ...([AUTH_TOKEN, headers['x-twilio-signature'], url, valuesOf(sent)] as const),
        )
        seen[isGenuine ? 'accepted' : 'refused']++
        const answer = webhooks.inbound({ method: 'POST', url, headers, body, address: '127.0.0.1', at: AT })
        return isGenuine === (answer.kind !== 'forged')
      }),
      { numRuns: 1_000 },
    )
    expect(seen.accepted).toBeGreaterThan(50)
    expect(seen.refused).toBeGreaterThan(50)
  })
})

function valuesOf(fields: readonly (readonly [string, string])[]): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const [name, value] of fields) (values[name] ??= []).push(value)
  return values
}
