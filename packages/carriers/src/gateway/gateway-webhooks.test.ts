import { createHmac } from 'node:crypto'
import { describeCarrierWebhooks, type TestInbound, type TestReport } from '@carillon/contracts'
import type { CarrierRequest, CarrierWebhooks } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import type { GatewayDescription } from './description.js'
import { HMAC_SECRET, testDescription, URL_SECRET } from './testing/test-descriptions.js'
import { gatewayWebhooks } from './webhooks.js'

const BASE = 'https://sms.example.com/provider/local'
const AT = new Date('2026-03-01T12:00:00.000Z')
type Kind = 'receipts' | 'inbound'
type Fields = Readonly<Record<string, string>>

function request(kind: Kind, query: string, body: string, headers: Record<string, string>, at: Date): CarrierRequest {
  const url = `${BASE}/${kind}${query === '' ? '' : `?${query}`}`
  return { method: 'POST', url, headers, body: new TextEncoder().encode(body), address: '10.0.0.1', at }
}

function formOf(fields: Fields): string {
  return new URLSearchParams(fields).toString()
}

function textFields({ from, to, body, mediaUrls, providerId }: TestInbound): Fields {
  const media: Fields = mediaUrls.length === 0 ? {} : { media: mediaUrls[0]! }
  return { from: from.slice(1), to: to.slice(1), text: body, id: providerId, ...media }
}

function webhooksOf(description: GatewayDescription): CarrierWebhooks {
  return gatewayWebhooks(description)!
}

/** With another secret. */
function foreign(description: GatewayDescription): CarrierWebhooks {
  const source = JSON.stringify(description).replaceAll(HMAC_SECRET, 'the-secret-of-somebody-else')
  return webhooksOf(JSON.parse(source) as GatewayDescription)
}

describe('a gateway that posts forms with Basic credentials', () => {
  const description = testDescription('form', 'http://127.0.0.1:1')
  const authorization = `Basic ${Buffer.from(`gateway:${HMAC_SECRET}`).toString('base64')}`
  const signed = (kind: Kind, body: string, at: Date) => request(kind, '', body, { authorization }, at)
  const report = ({ reference, providerId }: Omit<TestReport, 'isFailed'>, fields: Fields, at: Date) =>
    signed('receipts', formOf({ ref: reference, id: providerId, time: String(at.getTime() / 1_000), ...fields }), at)

  describeCarrierWebhooks(() => ({
    webhooks: webhooksOf(description),
    foreign: foreign(description),
    receipt: ({ isFailed, ...one }, at) => report(one, isFailed ? { status: 'UNDELIV' } : { status: 'DELIVRD' }, at),
    progress: (one, at) => report(one, { status: 'ENROUTE' }, at),
    inbound: (text, at) => signed('inbound', formOf(textFields(text)), at),
    signed,
    covers: { body: false, query: false },
    ageMaxMs: null,
  }))

  const read = (fields: Fields) =>
    webhooksOf(description).receipts(report({ reference: 'acc_1.msg_1', providerId: 'id-1' }, fields, AT))

  test('has a reply, a time, and a type that its code makes more precise', () => {
    expect(read({ status: 'undeliv', err: '021' })).toEqual({
      kind: 'news',
      reply: { status: 200, contentType: 'text/plain', body: 'ACK' },
      news: [
        {
          kind: 'receipt',
          reference: 'acc_1.msg_1',
          providerId: 'id-1',
          at: AT,
          failure: {
            type: 'invalid_destination',
            message: 'The gateway reports a failure: undeliv',
            carrierCode: '021',
          },
        },
      ],
    })
  })

  test.each(['basic', 'BASIC', 'Basic '])('may write the scheme as %j', (scheme) => {
    const given = authorization.replace('Basic', scheme)
    const one = { ...report({ reference: 'r1', providerId: 'id-1' }, { status: 'DELIVRD' }, AT) }
    const answer = webhooksOf(description).receipts({ ...one, headers: { authorization: given } })
    expect(answer.kind).toBe('news')
  })

  test('has a status that is not described', () => {
    expect(read({ status: 'NEW' })).toEqual({ kind: 'unreadable', reason: 'The status "NEW" is not described' })
  })

  test('has short codes, which get no plus sign', () => {
    const fields = { from: '12025550100', to: '12345', text: 'x', id: '1' }
    expect(webhooksOf(description).inbound(signed('inbound', formOf(fields), AT))).toMatchObject({
      news: [{ from: '+12025550100', to: '12345' }],
    })
  })
})

describe('a gateway that posts JSON with an HMAC and a time', () => {
  const description = testDescription('json', 'http://127.0.0.1:1')
  const signed = (kind: Kind, body: string, at: Date) => {
    const time = String(Math.floor(at.getTime() / 1_000))
    const signature = createHmac('sha256', HMAC_SECRET).update(`${time}.${body}`).digest('hex')
    return request(kind, '', body, { 'x-timestamp': time, 'x-signature': `sha256=${signature}` }, at)
  }
  const reports = (all: readonly object[], at: Date) => signed('receipts', JSON.stringify({ receipts: all }), at)
  const error = { code: 'E9', message: 'Why' }

  describeCarrierWebhooks(() => ({
    webhooks: webhooksOf(description),
    foreign: foreign(description),
    receipt: ({ reference, providerId, isFailed, words = 'Why' }, at) => {
      const end = isFailed ? { status: 'failed', error: { ...error, message: words } } : { status: 'delivered' }
      return reports([{ ref: reference, id: providerId, ...end }], at)
    },
    progress: ({ reference, providerId }, at) => reports([{ ref: reference, id: providerId, status: 'sent' }], at),
    inbound: ({ from, to, body, mediaUrls, providerId }, at) => {
      const text = { from, to, text: body, id: providerId, media: mediaUrls.map((url) => ({ url })) }
      return signed('inbound', JSON.stringify(text), at)
    },
    signed,
    covers: { body: true, query: false },
    ageMaxMs: 300_000,
  }))

  test('has several receipts in one request, each with its own values', () => {
    const all = [
      { ref: 'r1', id: 1, status: 'delivered', at: '2026-03-01T11:00:00Z' },
      { ref: 'r2', id: 2, status: 'sent' },
      { id: 3, status: 'failed', error },
    ]
    expect(webhooksOf(description).receipts(reports(all, AT))).toMatchObject({
      news: [
        { reference: 'r1', providerId: '1', at: new Date('2026-03-01T11:00:00Z'), failure: null },
        { reference: null, providerId: '3', at: null, failure: { type: 'carrier_rejected', carrierCode: 'E9' } },
      ],
    })
  })
})

describe('a request with several receipts', () => {
  const description = testDescription('json', 'http://127.0.0.1:1')
  const check = { kind: 'secret-in-query', name: 'key', secret: URL_SECRET } as const
  const webhooks = webhooksOf({ ...description, receipts: { ...description.receipts!, check } })
  const read = (receipts: readonly object[]) =>
    webhooks.receipts(request('receipts', `key=${URL_SECRET}`, JSON.stringify({ receipts }), {}, AT))
  const RIGHT = { ref: 'r1', id: 'id-1', status: 'delivered' }

  test('has those that can be read', () => {
    expect(read([{ ref: 'r0', status: 'new' }, RIGHT, { status: 'delivered' }, {}])).toMatchObject({
      kind: 'news',
      news: [{ reference: 'r1' }],
    })
  })

  test('has no news if there is none', () => {
    expect(read([])).toEqual({ kind: 'news', news: [], reply: null })
  })

  test('cannot be read without the list', () => {
    const answer = webhooks.receipts(request('receipts', `key=${URL_SECRET}`, '{"others":[]}', {}, AT))
    expect(answer.kind).toBe('unreadable')
  })

  test('cannot be read if none of them can', () => {
    expect(read([{ ref: 'r0', status: 'new' }, {}])).toEqual({
      kind: 'unreadable',
      reason: 'The status "new" is not described',
    })
  })
})

describe('a gateway that calls with a query and an HMAC of the URL', () => {
  const description = testDescription('query', 'http://127.0.0.1:1')
  const signed = (kind: Kind, query: string, at: Date) => {
    const unsigned = request(kind, query, '', {}, at)
    const signature = createHmac('sha512', HMAC_SECRET).update(`${unsigned.url}|`).digest('base64')
    return { ...unsigned, method: 'GET', headers: { 'x-signature': signature } }
  }
  const report = (one: Omit<TestReport, 'isFailed'>, status: string, at: Date) =>
    signed('receipts', formOf({ ref: one.reference, id: one.providerId, status }), at)

  describeCarrierWebhooks(() => ({
    webhooks: webhooksOf(description),
    foreign: foreign(description),
    receipt: ({ isFailed, ...one }, at) => report(one, isFailed ? '2' : '1', at),
    progress: (one, at) => report(one, '8', at),
    inbound: (text, at) => signed('inbound', formOf(textFields(text)), at),
    signed,
    covers: { body: false, query: true },
    ageMaxMs: null,
  }))
})

describe('a gateway with a secret in its URLs', () => {
  const body = '<r><ref>acc_1.msg_1</ref><status>ok</status></r>'
  const inPath = webhooksOf(testDescription('xml', 'http://127.0.0.1:1'))
  const check = { kind: 'secret-in-query', name: 'key', secret: URL_SECRET } as const
  const { receipts } = testDescription('xml', 'http://127.0.0.1:1')
  const inQuery = webhooksOf({
    ...testDescription('xml', 'http://127.0.0.1:1'),
    receipts: { ...receipts!, check },
  })
  const at = (webhooks: CarrierWebhooks, rest: string) =>
    webhooks.receipts({ ...request('receipts', '', body, {}, AT), url: `${BASE}/receipts${rest}` }).kind

  test('is known by the last part of the path', () => {
    expect(at(inPath, `/${URL_SECRET}`)).toBe('news')
    expect(at(inPath, `/${URL_SECRET}?x=/y`)).toBe('news')
    for (const rest of ['', '/', `/${URL_SECRET}x`, `/${URL_SECRET}/`, `?x=/${URL_SECRET}`, `#/${URL_SECRET}`]) {
      expect([rest, at(inPath, rest)]).toEqual([rest, 'forged'])
    }
  })

  test('is known by a parameter that comes once', () => {
    expect(at(inQuery, `?a=b&key=${URL_SECRET}`)).toBe('news')
    for (const rest of ['', '?key=', `?key=${URL_SECRET}x`, `?key=x&key=${URL_SECRET}`, `/${URL_SECRET}`]) {
      expect([rest, at(inQuery, rest)]).toEqual([rest, 'forged'])
    }
  })

  test('has no inbound texts if none are described', () => {
    expect(inPath.inbound(request('inbound', '', body, {}, AT)).kind).toBe('absent')
  })
})

describe('an inbound text', () => {
  const { inbound: described, ...rest } = testDescription('form', 'http://127.0.0.1:1')
  const check = { kind: 'secret-in-query', name: 'key', secret: URL_SECRET } as const
  const read = (change: object, fields: Fields, at = AT) =>
    webhooksOf({ ...rest, carrierAnswersKeywords: true, inbound: { ...described!, check, ...change } }).inbound(
      request('inbound', `key=${URL_SECRET}`, formOf({ from: '12025550100', to: '12345', ...fields }), {}, at),
    )

  test.each([
    ['utf16-hex', '041F044004380432', 'Прив'],
    ['utf8-hex', 'D09FD180', 'Пр'],
    ['xml', 'a &lt;b&gt; &#x41f;&amp;amp;', 'a <b> П&amp;'],
  ])('can be encoded as %s', (decode, text, body) => {
    expect(read({ text: { form: 'text', decode } }, { text, id: '1' })).toMatchObject({ news: [{ body }] })
  })

  test('with a broken encoding cannot be read', () => {
    expect(read({ text: { form: 'text', decode: 'utf16-hex' } }, { text: '04Z', id: '1' }).kind).toBe('unreadable')
  })

  test('without a described id has one that is the same for the same request, and another for another text', () => {
    const idOf = (text: string) => {
      const answer = read({ id: undefined }, { text })
      return answer.kind === 'news' && answer.news[0]!.kind === 'inbound' ? answer.news[0]!.providerId : ''
    }
    expect(idOf('YES')).toMatch(/^[0-9a-f]{64}$/)
    expect(idOf('YES')).toBe(idOf('YES'))
    expect(idOf('YES')).not.toBe(idOf('NO'))
  })

  describe('without a described id, repeated by the same person', () => {
    const idAfter = (ms: number, change: object = {}, fields: Fields = {}) => {
      const answer = read({ id: undefined, ...change }, { text: 'STOP', ...fields }, new Date(AT.getTime() + ms))
      return answer.kind === 'news' && answer.news[0]!.kind === 'inbound' ? answer.news[0]!.providerId : ''
    }
    const MINUTE_MS = 60_000

    test('is another text five minutes later', () => {
      expect(idAfter(5 * MINUTE_MS)).not.toBe(idAfter(0))
      expect(idAfter(MINUTE_MS)).toBe(idAfter(0))
    })

    test('has the time of the gateway, if it is described', () => {
      const at = { at: { form: 'date' } }
      const first = idAfter(0, at, { date: '2026-03-01T11:59:58Z' })
      expect(idAfter(60 * MINUTE_MS, at, { date: '2026-03-01T11:59:58Z' })).toBe(first)
      expect(idAfter(0, at, { date: '2026-03-01T11:59:59Z' })).not.toBe(first)
      expect(idAfter(5 * MINUTE_MS, at)).not.toBe(idAfter(0, at))
    })
  })

  test('that the gateway has answered is marked, and every text if it does not say which', () => {
    const isAnswered = { form: 'auto', is: ['stop', 'help'] }
    expect(read({ isAnswered }, { text: 'STOP', id: '1', auto: 'stop' })).toMatchObject({
      news: [{ isAnswered: true }],
    })
    expect(read({ isAnswered }, { text: 'STOP', id: '1' })).toMatchObject({ news: [{ isAnswered: false }] })
    expect(read({}, { text: 'STOP', id: '1' })).toMatchObject({ news: [{ isAnswered: true }] })
  })

  test('of another kind is no news', () => {
    expect(read({ when: { form: 'kind', is: 'sms' } }, { text: 'x', id: '1', kind: 'call' })).toMatchObject({
      news: [],
    })
  })
})
