import { describeCarrierWebhooks } from '@carillon/contracts'
import type { CarrierNews } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { deliveryReport, inboundEvent, signedBySinch } from './testing/sinch-callbacks.js'
import { SINCH_SETTINGS } from './testing/test-sinch.js'
import { sinchWebhooks } from './webhooks.js'

const URLS = {
  receipts: 'https://sms.example.com/provider/sinch/receipts',
  inbound: 'https://sms.example.com/provider/sinch/inbound',
}
const AT = new Date('2026-03-01T12:00:00Z')
const webhooks = sinchWebhooks(SINCH_SETTINGS)

describeCarrierWebhooks(() => ({
  webhooks,
  foreign: sinchWebhooks({ webhookSecret: 'another secret' }),
  receipt: (report, at) => {
    const end = report.isFailed ? { status: 'Failed', code: 402 } : { status: 'Delivered', code: 0 }
    return signedBySinch(URLS.receipts, JSON.stringify(deliveryReport({ ...report, ...end, at })), at)
  },
  progress: (report, at) => {
    const event = deliveryReport({ ...report, status: 'Dispatched', code: 401, at })
    return signedBySinch(URLS.receipts, JSON.stringify(event), at)
  },
  inbound: (text, at) => signedBySinch(URLS.inbound, JSON.stringify(inboundEvent(text, at)), at),
  signed: (kind, body, at) => signedBySinch(URLS[kind], body, at),
  covers: { body: true, query: false },
  ageMaxMs: 300_000,
}))

function newsIn(event: object, reader = webhooks): readonly CarrierNews[] {
  const answer = reader.receipts(signedBySinch(URLS.receipts, JSON.stringify(event), AT))
  if (answer.kind !== 'news') throw new Error(`Expected news, got ${answer.kind}`)
  return answer.news
}

const REPORT = { reference: 'acc_1.msg_1', providerId: 'batch-1', at: AT }
const TEXT = { from: '+12025550101', to: '54321', body: 'STOP', mediaUrls: [], providerId: 'in-1' }

describe('a delivery report of Sinch', () => {
  test('has the reference, the batch and the time of the report', () => {
    expect(newsIn(deliveryReport({ ...REPORT, status: 'Delivered', code: 0 }))).toEqual([
      { kind: 'receipt', reference: 'acc_1.msg_1', providerId: 'batch-1', at: AT, failure: null },
    ])
  })

  test.each([
    ['Aborted', 402, 'invalid_destination'],
    ['Aborted', 403, 'provider_unavailable'],
    ['Aborted', 404, 'provider_unavailable'],
    ['Aborted', 406, 'expired'],
    ['Aborted', 408, 'carrier_rejected'],
    ['Rejected', 412, 'carrier_rejected'],
    ['Rejected', 413, 'carrier_account'],
    ['Rejected', 60, 'unregistered_sender'],
    ['Failed', 999, 'carrier_rejected'],
    ['Deleted', 34, 'opted_out'],
    ['Deleted', 402, 'invalid_destination'],
    ['Expired', 999, 'expired'],
    ['Cancelled', 407, 'carrier_rejected'],
  ])('with the status %s and the code %d is a failure of the type %s', (status, code, type) => {
    const failure = { type, message: expect.stringContaining(status), carrierCode: String(code) }
    expect(newsIn(deliveryReport({ ...REPORT, status, code }))).toMatchObject([{ kind: 'receipt', failure }])
  })

  test.each(['Queued', 'Dispatched', 'Unknown', 'NewStatus'])('with the status %s is no news', (status) => {
    expect(newsIn(deliveryReport({ ...REPORT, status, code: 401 }))).toEqual([])
  })

  test('without a readable time has none', () => {
    const report = { ...deliveryReport({ ...REPORT, status: 'Delivered', code: 0 }), at: 'soon' }
    expect(newsIn(report)).toMatchObject([{ at: null }])
  })
})

describe('a text from Sinch', () => {
  test('has the plus sign of the phone, and a short code as it is', () => {
    expect(newsIn(inboundEvent(TEXT, AT))).toMatchObject([{ from: '+12025550101', to: '54321' }])
  })

  test('is marked as answered only if the setting says that the carrier answers keywords', () => {
    const answering = sinchWebhooks({ ...SINCH_SETTINGS, carrierAnswersKeywords: true })
    const stop = inboundEvent({ ...TEXT, body: 'Stop' }, AT)
    expect(newsIn(stop)).toMatchObject([{ isAnswered: false }])
    expect(newsIn(stop, answering)).toMatchObject([{ isAnswered: true }])
    const words = inboundEvent({ ...TEXT, body: 'please stop' }, AT)
    expect(newsIn(words, answering)).toMatchObject([{ isAnswered: false }])
  })

  test('with media has the URLs of those that were stored, and its subject if it has no other text', () => {
    const media = [
      { url: 'https://m.example.com/1', code: 0 },
      { code: 2, status: 'Failed' },
    ]
    const event = { ...inboundEvent(TEXT, AT), type: 'mo_media', body: { subject: 'Stop', media } }
    expect(newsIn(event)).toMatchObject([{ body: 'Stop', mediaUrls: ['https://m.example.com/1'] }])
  })

  test('that is binary is no news', () => {
    expect(newsIn({ ...inboundEvent(TEXT, AT), type: 'mo_binary' })).toEqual([])
  })
})

test('a part of the body cannot be passed off as the nonce', () => {
  const request = signedBySinch(URLS.inbound, '1.5', AT, { nonce: 'nonce' })
  const headers = { ...request.headers, 'x-sinch-webhook-signature-nonce': '5.nonce' }
  const shifted = { ...request, headers, body: new TextEncoder().encode('1') }
  expect(webhooks.inbound(shifted)).toMatchObject({ kind: 'forged' })
})
