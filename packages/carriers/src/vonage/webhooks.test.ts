import { describeCarrierWebhooks, type TestReport } from '@carillon/contracts'
import type { CarrierAnswer, CarrierRequest } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { signedByVonage } from './testing/test-vonage.js'
import { VONAGE_SETTINGS } from './testing/test-vonage.js'
import { vonageWebhooks } from './webhooks.js'

const URLS = {
  receipts: 'https://sms.example.com/provider/vonage/receipts',
  inbound: 'https://sms.example.com/provider/vonage/inbound',
}
const AT = new Date('2026-03-01T12:00:00.000Z')
const webhooks = vonageWebhooks(VONAGE_SETTINGS)

function status({ reference, providerId }: Omit<TestReport, 'isFailed'>, more: object, at = AT): CarrierRequest {
  const body = {
    message_uuid: providerId,
    to: '12025550100',
    from: '12025550199',
    timestamp: '2026-03-01T11:59:58.000Z',
    channel: 'sms',
    client_ref: reference,
    ...more,
  }
  return signedByVonage(URLS.receipts, JSON.stringify(body), at)
}

function failureOf(code: string, words = 'Why') {
  return {
    type: `https://developer.nexmo.com/api-errors/messages-olympus#${code}`,
    title: code,
    detail: words,
    instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
  }
}

const ONE = { reference: 'acc_1.msg_1', providerId: 'id-1' }

describeCarrierWebhooks(() => ({
  webhooks,
  foreign: vonageWebhooks({ ...VONAGE_SETTINGS, signatureSecret: 'the-secret-of-somebody-else-0000' }),
  receipt: ({ isFailed, words, ...report }, at) =>
    status(report, isFailed ? { status: 'rejected', error: failureOf('1050', words) } : { status: 'delivered' }, at),
  progress: (report, at) => status(report, { status: 'submitted' }, at),
  inbound: ({ from, to, body, mediaUrls, providerId }, at) => {
    const common = { message_uuid: providerId, from: from.slice(1), to: to.slice(1), timestamp: at.toISOString() }
    const content =
      mediaUrls.length === 0
        ? { channel: 'sms', message_type: 'text', text: body, sms: { num_messages: '1', keyword: 'HELLO' } }
        : { channel: 'mms', message_type: 'image', image: { url: mediaUrls[0], caption: body } }
    return signedByVonage(URLS.inbound, JSON.stringify({ ...common, ...content }), at)
  },
  signed: (kind, body, at) => signedByVonage(URLS[kind], body, at),
  covers: { body: true, query: false },
  ageMaxMs: 300_000,
}))

describe('a status of Vonage', () => {
  test.each([
    ['1000', 'provider_unavailable'],
    ['1040', 'invalid_destination'],
    ['1070', 'carrier_account'],
    ['9999', 'carrier_rejected'],
  ])('with the code %s is a failure of the type %s', (code, type) => {
    const answer = webhooks.receipts(status(ONE, { status: 'undeliverable', error: failureOf(code) }))
    const failure = { type, carrierCode: code, message: 'Vonage reports the text as undeliverable: Why' }
    const at = new Date('2026-03-01T11:59:58.000Z')
    expect(answer).toMatchObject({ news: [{ ...ONE, at, failure }] })
  })

  test('without an error has the status as its code', () => {
    expect(webhooks.receipts(status(ONE, { status: 'rejected' }))).toMatchObject({
      news: [{ failure: { type: 'carrier_rejected', carrierCode: 'rejected' } }],
    })
  })

  test.each(['read', 'accepted', 'a new one'])('of the kind "%s" is no news', (word) => {
    expect(webhooks.receipts(status(ONE, { status: word }))).toMatchObject({ news: [] })
  })

  test('of a message of another system has no reference', () => {
    const request = status(ONE, { status: 'delivered', client_ref: undefined })
    expect(webhooks.receipts(request)).toMatchObject({ news: [{ reference: null, providerId: 'id-1' }] })
  })
})

describe('an inbound message of Vonage', () => {
  const inbound = (content: object, reader = webhooks): CarrierAnswer => {
    const body = { message_uuid: 'in-1', from: '447700900000', to: '447700900001', ...content }
    return reader.inbound(signedByVonage(URLS.inbound, JSON.stringify(body), AT))
  }

  test('has all its media', () => {
    const content = [
      { type: 'image', url: 'https://example.com/a.jpg' },
      { type: 'video', url: 'https://example.com/b.mp4' },
    ]
    expect(inbound({ channel: 'mms', message_type: 'content', content })).toMatchObject({
      news: [{ mediaUrls: ['https://example.com/a.jpg', 'https://example.com/b.mp4'], body: '' }],
    })
  })

  test('is marked as answered only if the setting says that the carrier answers keywords', () => {
    const answering = vonageWebhooks({ ...VONAGE_SETTINGS, carrierAnswersKeywords: true })
    expect(inbound({ text: 'STOP' })).toMatchObject({ news: [{ isAnswered: false }] })
    expect(inbound({ text: 'STOP' }, answering)).toMatchObject({ news: [{ isAnswered: true }] })
    expect(inbound({ text: 'please stop' }, answering)).toMatchObject({ news: [{ isAnswered: false }] })
  })

  test('to a short code keeps the short code', () => {
    expect(inbound({ to: '12345', text: 'Hello' })).toMatchObject({ news: [{ from: '+447700900000', to: '12345' }] })
  })

  test('without a text and media is no news', () => {
    expect(inbound({ message_type: 'location', location: { lat: 1, long: 2 } })).toMatchObject({ news: [] })
  })
})

describe('a JWT of Vonage', () => {
  const body = JSON.stringify({ message_uuid: 'id-1', status: 'delivered' })
  const read = (options: object) => webhooks.receipts(signedByVonage(URLS.receipts, body, AT, options))

  test.each([
    [{ head: { alg: 'none' } }],
    [{ head: { alg: 'HS512' } }],
    [{ head: { alg: 'RS256' } }],
    [{ claims: { payload_hash: undefined } }],
    [{ claims: { payload_hash: '0'.repeat(64) } }],
    [{ claims: { iat: undefined } }],
    [{ claims: { iat: 'x' } }],
    [{ claims: { exp: AT.getTime() / 1_000 - 1 } }],
  ])('with %j is forged', (options) => {
    expect(read(options).kind).toBe('forged')
  })

  test('may have its hash in capital letters', () => {
    const hash = signedByVonage(URLS.receipts, body, AT)
    const claims = JSON.parse(
      Buffer.from(hash.headers['authorization']!.split('.')[1]!, 'base64url').toString(),
    ) as Record<string, string>
    expect(read({ claims: { payload_hash: claims['payload_hash']!.toUpperCase() } }).kind).toBe('news')
  })
})
