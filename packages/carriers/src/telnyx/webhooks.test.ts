import { describeCarrierWebhooks, type TestInbound, type TestReport } from '@carillon/contracts'
import type { CarrierAnswer, CarrierFailure } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import type { TelnyxSettings } from './settings.js'
import { API_KEY } from './testing/telnyx-carrier.js'
import { COMPLETED_AT, event, received, report, type EventError } from './testing/telnyx-events.js'
import { CONTEXT } from './testing/telnyx-fixture.js'
import type { TakenMessage } from './testing/telnyx-messages.js'
import { createSigner } from './testing/telnyx-signer.js'
import { telnyxWebhooks } from './webhooks.js'

const AT = new Date('2026-03-01T12:00:02.000Z')
const INBOUND = { from: '+12025550101', to: '+12025550199', text: 'Hi', mediaUrls: [], id: 'in-1' }
const URLS = { receipts: CONTEXT.receiptUrl!, inbound: CONTEXT.inboundUrl! }

const signer = createSigner()

describeCarrierWebhooks(() => ({
  webhooks: readers(),
  foreign: readers({ publicKey: createSigner().publicKey }),
  receipt: (given, at) => {
    const status = given.isFailed ? 'delivery_failed' : 'delivered'
    const errors = given.isFailed ? [{ code: '40008', title: given.words ?? 'Undeliverable' }] : []
    return signer.request(receiptUrlOf(given), report(messageOf(given), { status, errors }), at)
  },
  progress: (given, at) =>
    signer.request(receiptUrlOf(given), report(messageOf(given), { type: 'message.sent', status: 'sent' }), at),
  inbound: (text, at) => signer.request(URLS.inbound, received(inboundOf(text)), at),
  signed: (kind, body, at) => signer.request(URLS[kind], body, at),
  covers: { body: true, query: false },
  ageMaxMs: 300_000,
}))

describe('a receipt of Telnyx', () => {
  test('has the reference of the signed body, whatever the URL of the request says', () => {
    const body = report(messageOf({ reference: 'acc_1.msg_1', providerId: 'id-1' }), { status: 'delivered' })
    const request = signer.request(`${URLS.receipts}?reference=acc_2.msg_2`, body, AT)
    expect(readers().receipts(request)).toEqual({
      kind: 'news',
      news: [
        { kind: 'receipt', reference: 'acc_1.msg_1', providerId: 'id-1', at: new Date(COMPLETED_AT), failure: null },
      ],
      reply: null,
    })
  })

  test('has only the id if the message has no URL of its own', () => {
    const body = report({ id: 'id-1', to: '+12025550101' }, { status: 'delivered' })
    expect(read(body)).toMatchObject({ news: [{ reference: null, providerId: 'id-1' }] })
  })

  test.each<[string, readonly EventError[], CarrierFailure]>([
    [
      'delivery_failed',
      [{ code: '40001', title: 'Not routable', detail: 'The destination is a landline.' }],
      failure('invalid_destination', 'Not routable: The destination is a landline.', '40001'),
    ],
    ['delivery_failed', [{ code: '40011', title: 'Limit' }], failure('carrier_rejected', 'Limit', '40011')],
    ['delivery_failed', [{ code: '40006', title: 'Down' }], failure('provider_unavailable', 'Down', '40006')],
    ['sending_failed', [{ code: '40014', title: 'Expired' }], failure('expired', 'Expired', '40014')],
    ['delivery_failed', [{ code: '40300', title: 'STOP' }], failure('opted_out', 'STOP', '40300')],
    ['delivery_failed', [{ code: '40300', title: 'Denied' }], failure('carrier_rejected', 'Denied', '40300')],
    ['sending_failed', [], failure('carrier_rejected', 'the status is sending_failed', null)],
    ['expired', [], failure('expired', 'the status is expired', null)],
    ['cancelled', [], failure('carrier_rejected', 'the status is cancelled', null)],
  ])('of status %s with errors %j is a failure', (status, errors, expected) => {
    const body = report(messageOf({ reference: 'acc_1.msg_1', providerId: 'id-1' }), { status, errors })
    expect(read(body)).toMatchObject({ kind: 'news', news: [{ failure: expected }] })
  })

  test.each(['delivery_unconfirmed', 'sent', 'queued', 'sending', 'scheduled', 'a new one'])(
    'of status %s says nothing about the end of the message',
    (status) => {
      const body = report(messageOf({ reference: 'acc_1.msg_1', providerId: 'id-1' }), { status })
      expect(read(body)).toEqual({ kind: 'news', news: [], reply: null })
    },
  )

  test('that comes to the URL of the profile is read too', () => {
    const body = report({ id: 'id-1', to: '+12025550101' }, { status: 'delivered' })
    const answer = readers().inbound(signer.request(URLS.inbound, body, AT))
    expect(answer).toMatchObject({ kind: 'news', news: [{ kind: 'receipt', providerId: 'id-1' }] })
  })

  test('that names no message, or has no status, cannot be read', () => {
    expect(read(event('message.finalized', { to: [{ status: 'delivered' }] })).kind).toBe('unreadable')
    expect(read(event('message.finalized', { id: 'id-1', to: [] })).kind).toBe('unreadable')
  })
})

describe('an inbound text of Telnyx', () => {
  test('is answered only if Telnyx says so and the setting is on', () => {
    const stop = received({ ...INBOUND, text: 'STOP', autoresponseType: 'STOP' })
    const plain = received(INBOUND)
    const isAnswered = (body: string, carrierAnswersKeywords: boolean) => {
      const answer = readers({ carrierAnswersKeywords }).inbound(signer.request(URLS.inbound, body, AT))
      return answer.kind === 'news' && answer.news[0]!.kind === 'inbound' && answer.news[0]!.isAnswered
    }
    expect([isAnswered(stop, true), isAnswered(stop, false), isAnswered(plain, true)]).toEqual([true, false, false])
  })

  test('to a group is to our number, and has all pictures', () => {
    const payload = {
      id: 'in-1',
      from: { phone_number: '+12025550101' },
      to: [
        { phone_number: '+12025550102', status: 'delivered' },
        { phone_number: '+12025550199', status: 'webhook_delivered' },
      ],
      text: null,
      media: [{ url: 'https://example.com/1.jpg' }, { content_type: 'x' }, { url: 'https://example.com/2.jpg' }],
    }
    expect(read(event('message.received', payload))).toMatchObject({
      news: [{ to: '+12025550199', body: '', mediaUrls: ['https://example.com/1.jpg', 'https://example.com/2.jpg'] }],
    })
  })

  test('without a sender cannot be read, and an unknown event is no news', () => {
    expect(read(event('message.received', { id: 'in-1', from: {}, to: [] })).kind).toBe('unreadable')
    expect(read(event('10dlc.campaign.update', {}))).toEqual({ kind: 'news', news: [], reply: null })
  })
})

test.each(['', 'KEY', 'A'.repeat(44), `${'A'.repeat(43)}= `])('%j is refused as a public key', (publicKey) => {
  expect(() => readers({ publicKey })).toThrow('publicKey is no Ed25519 key: expected 32 bytes in base64')
})

function readers(given: Partial<TelnyxSettings> = {}) {
  return telnyxWebhooks({ apiKey: API_KEY, publicKey: signer.publicKey, ...given })
}

function read(body: string): CarrierAnswer {
  return readers().receipts(signer.request(URLS.receipts, body, AT))
}

function failure(type: CarrierFailure['type'], reason: string, carrierCode: string | null): CarrierFailure {
  return { type, message: `Telnyx did not deliver the text: ${reason}`, carrierCode }
}

function messageOf({ reference, providerId }: Pick<TestReport, 'reference' | 'providerId'>): TakenMessage {
  const webhook_url = receiptUrlOf({ reference })
  return { id: providerId, from: '+12025550199', to: '+12025550101', text: 'Hi', webhook_url }
}

function receiptUrlOf({ reference }: Pick<TestReport, 'reference'>): string {
  return `${URLS.receipts}?${new URLSearchParams({ reference })}`
}

function inboundOf({ body, providerId, ...text }: TestInbound) {
  return { ...text, text: body, id: providerId }
}
