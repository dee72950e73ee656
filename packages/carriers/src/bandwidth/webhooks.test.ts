import { describeCarrierWebhooks } from '@carillon/contracts'
import type { CarrierNews } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { calledByBandwidth, receivedEvent, statusEvent } from './testing/bandwidth-callbacks.js'
import { BANDWIDTH_SETTINGS } from './testing/test-bandwidth.js'
import { bandwidthWebhooks } from './webhooks.js'

const URLS = {
  receipts: 'https://sms.example.com/provider/bandwidth/receipts',
  inbound: 'https://sms.example.com/provider/bandwidth/inbound',
}
const AT = new Date('2026-03-01T12:00:00Z')
const webhooks = bandwidthWebhooks(BANDWIDTH_SETTINGS)

describeCarrierWebhooks(() => ({
  webhooks,
  foreign: bandwidthWebhooks({ ...BANDWIDTH_SETTINGS, callbackPassword: 'another password' }),
  receipt: (report, at) => {
    const end = report.isFailed ? { type: 'message-failed', code: 4720 } : { type: 'message-delivered' }
    return calledByBandwidth(URLS.receipts, JSON.stringify([statusEvent({ ...report, ...end, at })]), at)
  },
  progress: (report, at) => {
    const event = statusEvent({ ...report, type: 'message-sending', at })
    return calledByBandwidth(URLS.receipts, JSON.stringify([event]), at)
  },
  inbound: (text, at) => calledByBandwidth(URLS.inbound, JSON.stringify([receivedEvent(text, at)]), at),
  signed: (kind, body, at) => calledByBandwidth(URLS[kind], body, at),
  covers: { body: false, query: false },
  ageMaxMs: null,
}))

function newsIn(events: unknown, reader = webhooks): readonly CarrierNews[] {
  const answer = reader.receipts(calledByBandwidth(URLS.receipts, JSON.stringify(events), AT))
  if (answer.kind !== 'news') throw new Error(`Expected news, got ${answer.kind}`)
  return answer.news
}

const STATUS = { reference: 'acc_1.msg_1', providerId: 'id-1', at: AT }
const TEXT = { from: '+12025550101', to: '+12025550199', body: 'STOP', mediaUrls: [], providerId: 'in-1' }
const DELIVERED = statusEvent({ ...STATUS, type: 'message-delivered' })

describe('a status of Bandwidth', () => {
  test('has the tag as its reference, the id and the time', () => {
    expect(newsIn([DELIVERED])).toEqual([
      { kind: 'receipt', reference: 'acc_1.msg_1', providerId: 'id-1', at: AT, failure: null },
    ])
  })

  test.each([
    [4303, 'invalid_destination'],
    [4404, 'invalid_destination'],
    [4406, 'invalid_destination'],
    [4720, 'invalid_destination'],
    [4721, 'invalid_destination'],
    [4775, 'opted_out'],
    [4470, 'carrier_rejected'],
    [4482, 'carrier_rejected'],
    [4750, 'carrier_rejected'],
    [4770, 'carrier_rejected'],
    [4360, 'expired'],
    [5100, 'provider_unavailable'],
    [5101, 'provider_unavailable'],
    [5211, 'provider_unavailable'],
    [5600, 'provider_unavailable'],
    [4780, 'provider_unavailable'],
    [4781, 'provider_unavailable'],
    [4785, 'provider_unavailable'],
    [4773, 'unregistered_sender'],
    [4774, 'unregistered_sender'],
    [4795, 'unregistered_sender'],
    [9999, 'carrier_rejected'],
  ])('with the code %d is a failure of the type %s', (code, type) => {
    const message = 'Bandwidth reports the message as failed: carrier rejected the message'
    const failure = { type, message, carrierCode: String(code) }
    expect(newsIn([statusEvent({ ...STATUS, type: 'message-failed', code })])).toMatchObject([{ failure }])
  })

  test('with the code 9902 means that no receipt came, and is no news', () => {
    expect(newsIn([statusEvent({ ...STATUS, type: 'message-failed', code: 9902 })])).toEqual([])
  })

  test.each(['message-sending', 'message-sent', 'message-read', 'message-new'])('%s is no news', (type) => {
    expect(newsIn([statusEvent({ ...STATUS, type })])).toEqual([])
  })

  test('without a tag has only the id', () => {
    const event = { ...DELIVERED, message: { ...DELIVERED.message, tag: '' } }
    expect(newsIn([event])).toMatchObject([{ reference: null, providerId: 'id-1' }])
  })
})

test('one request can have several events, also of both kinds and with some that are not understood', () => {
  const events = [DELIVERED, { type: 'message-delivered' }, null, receivedEvent(TEXT, AT)]
  expect(newsIn(events).map(({ kind }) => kind)).toEqual(['receipt', 'inbound'])
})

test('a single event is read as well', () => {
  expect(newsIn(DELIVERED)).toEqual(newsIn([DELIVERED]))
})

describe('a text from Bandwidth', () => {
  test('to a group is for the number of the event', () => {
    const event = receivedEvent(TEXT, AT)
    const to = ['+12025550150', TEXT.to]
    expect(newsIn([{ ...event, message: { ...event.message, to } }])).toMatchObject([{ to: TEXT.to }])
  })

  test('is marked as answered only if the setting says that the carrier answers keywords', () => {
    const answering = bandwidthWebhooks({ ...BANDWIDTH_SETTINGS, carrierAnswersKeywords: true })
    const stop = receivedEvent({ ...TEXT, body: 'Stop' }, AT)
    expect(newsIn([stop])).toMatchObject([{ isAnswered: false }])
    expect(newsIn([stop], answering)).toMatchObject([{ isAnswered: true }])
    const words = receivedEvent({ ...TEXT, body: 'please stop' }, AT)
    expect(newsIn([words], answering)).toMatchObject([{ isAnswered: false }])
  })
})

describe('the allowed addresses', () => {
  const restricted = (callbackAddresses: readonly string[]) =>
    bandwidthWebhooks({ ...BANDWIDTH_SETTINGS, callbackAddresses })
  const kindFrom = (address: string, callbackAddresses: readonly string[]) => {
    const request = calledByBandwidth(URLS.receipts, JSON.stringify([DELIVERED]), AT, { address })
    return restricted(callbackAddresses).receipts(request).kind
  }

  test.each([
    ['52.72.24.132', 'news'],
    ['::ffff:52.72.24.132', 'news'],
    ['52.72.24.133', 'forged'],
    ['10.1.255.255', 'news'],
    ['10.2.0.0', 'forged'],
    ['2001:db8::1', 'news'],
    ['2001:db9::1', 'forged'],
    ['2001:db8::1%eth0', 'forged'],
    ['localhost', 'forged'],
    ['', 'forged'],
  ])('the address %s is %s', (address, kind) => {
    expect(kindFrom(address, ['52.72.24.132', '10.1.0.0/16', '2001:db8::/32'])).toBe(kind)
  })

  test('do not replace the credentials', () => {
    const request = calledByBandwidth(URLS.receipts, '[]', AT, { password: 'wrong' })
    expect(restricted(['0.0.0.0/0']).receipts(request)).toEqual({
      kind: 'forged',
      reason: 'The credentials are wrong',
    })
  })

  test('are none if the list is empty', () => {
    expect(kindFrom('52.72.24.132', [])).toBe('forged')
  })

  test.each(['example.com', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', ''])('cannot be %j', (address) => {
    expect(() => restricted([address])).toThrow('expected an address or a CIDR range')
  })
})
