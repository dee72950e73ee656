import type { CarrierNews, CarrierReceipt, CarrierRequest, CarrierText, CarrierWebhooks } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { ANN, ids } from '../fixtures/builders.js'

/** The requests of one carrier, made as the carrier makes them, and what reads them. */
export type TestCarrierWebhooks = {
  readonly webhooks: CarrierWebhooks
  /** Readers with another secret, as of another account at the same carrier. */
  readonly foreign: CarrierWebhooks
  /** The carrier's final report on a message, at `at`. */
  receipt(report: TestReport, at: Date): CarrierRequest
  /** A report that is not final, such as that a message is on its way; null if the carrier sends none. */
  progress(report: Omit<TestReport, 'isFailed'>, at: Date): CarrierRequest | null
  inbound(text: TestInbound, at: Date): CarrierRequest
  /** Signs any body as the carrier would. `kind` decides the URL. */
  signed(kind: 'receipts' | 'inbound', body: string, at: Date): CarrierRequest
  /** What the signature covers. */
  readonly covers: { readonly body: boolean; readonly query: boolean }
  /** How old a request may be; null if its signature contains no time. */
  readonly ageMaxMs: number | null
}

export type TestReport = {
  readonly reference: string
  readonly providerId: string
  readonly isFailed: boolean
  /** The carrier's words about a failure. A carrier that only has codes leaves them out. */
  readonly words?: string
}

export type TestInbound = Pick<CarrierText, 'from' | 'to' | 'body' | 'mediaUrls' | 'providerId'>

const AT = new Date('2026-03-01T12:00:00.000Z')

/** The promises of every reader of a carrier's requests. It sees requests from anybody. */
export function describeCarrierWebhooks(open: () => TestCarrierWebhooks) {
  const report = (given: Partial<TestReport> = {}): TestReport => ({
    reference: `${ids.next('acc')}.${ids.next('msg')}`,
    providerId: 'id-1',
    isFailed: false,
    ...given,
  })
  const anInbound = (given: Partial<TestInbound> = {}): TestInbound => ({
    ...{ from: ANN, to: '+12025550199', body: 'Hello', mediaUrls: [], providerId: 'in-1' },
    ...given,
  })
  /** One request of each kind, with what reads it. */
  const each = (carrier: TestCarrierWebhooks) => [
    { request: carrier.receipt(report(), AT), read: (one: CarrierRequest) => carrier.webhooks.receipts(one) },
    { request: carrier.inbound(anInbound(), AT), read: (one: CarrierRequest) => carrier.webhooks.inbound(one) },
  ]

  describe('a receipt', () => {
    test('of a delivery names its message, and no failure', () => {
      const carrier = open()
      const given = report()
      const [news] = receiptsIn(carrier.webhooks.receipts(carrier.receipt(given, AT)))
      expect(news).toMatchObject({ kind: 'receipt', failure: null })
      expect([given.reference, given.providerId]).toContain(news!.reference ?? news!.providerId)
    })

    test('of a failure has a type, a message and the code of the carrier', () => {
      const carrier = open()
      const [news] = receiptsIn(carrier.webhooks.receipts(carrier.receipt(report({ isFailed: true }), AT)))
      expect(news!.failure).toEqual({
        type: expect.any(String),
        message: expect.any(String),
        carrierCode: expect.any(String),
      })
    })

    test('of a failure shows the words of the carrier in one short line, without phone numbers', () => {
      const carrier = open()
      const words = `No\0 way\r\n to +12025550101\u0085 \ud800 ${'x'.repeat(5_000)}`
      const [news] = receiptsIn(carrier.webhooks.receipts(carrier.receipt(report({ isFailed: true, words }), AT)))
      expect(news!.failure!.message).toMatch(/^[^\p{Cc}\p{Cs}]{1,400}$/u)
      expect(news!.failure!.message).not.toContain('2025550101')
    })

    test('that is not final is no news', () => {
      const carrier = open()
      const progress = carrier.progress(report(), AT)
      if (progress === null) return
      expect(carrier.webhooks.receipts(progress)).toMatchObject({ kind: 'news', news: [] })
    })

    test('that comes twice is read twice in the same way', () => {
      const carrier = open()
      const request = carrier.receipt(report(), AT)
      expect(carrier.webhooks.receipts(request)).toEqual(carrier.webhooks.receipts(request))
    })
  })

  describe('an inbound text', () => {
    test.each([
      ['plain', 'Hello'],
      ['a keyword', ' STOP '],
      ['not in Latin letters', 'Привет 你好 🔔 "quoted" \\ & = + % \n\t end'],
      ['empty, with a picture', ''],
      ['long', 'x'.repeat(1_600)],
    ])('is read unchanged: %s', (_, body) => {
      const carrier = open()
      const given = anInbound({ body, mediaUrls: body === '' ? ['https://example.com/a.jpg?x=1&y=%20'] : [] })
      const answer = carrier.webhooks.inbound(carrier.inbound(given, AT))
      expect(answer).toMatchObject({ kind: 'news', news: [{ kind: 'inbound', ...given }] })
    })
  })

  describe('a forged request', () => {
    test('is one without any of its headers', () => {
      for (const { request, read } of each(open())) {
        expect(read({ ...request, headers: {} }).kind).toBe('forged')
      }
    })

    test('is one with the secret of somebody else', () => {
      const carrier = open()
      expect(carrier.foreign.receipts(carrier.receipt(report(), AT)).kind).toBe('forged')
      expect(carrier.foreign.inbound(carrier.inbound(anInbound(), AT)).kind).toBe('forged')
    })

    test('is one of which a byte of the body was altered, added or removed', () => {
      const carrier = open()
      if (!carrier.covers.body) return
      for (const { request, read } of each(carrier)) {
        for (let i = 0; i < request.body.length; i++) {
          const altered = Uint8Array.from(request.body)
          altered[i]! ^= 1
          expect([i, read({ ...request, body: altered }).kind]).toEqual([i, 'forged'])
        }
        expect(read({ ...request, body: request.body.slice(0, -1) }).kind).toBe('forged')
        expect(read({ ...request, body: Uint8Array.from([...request.body, 32]) }).kind).toBe('forged')
      }
    })

    test('is one of which the URL was altered', () => {
      const carrier = open()
      if (!carrier.covers.query) return
      for (const { request, read } of each(carrier)) {
        const other = request.url.includes('?') ? `${request.url}&x=1` : `${request.url}?x=1`
        expect(read({ ...request, url: other }).kind).toBe('forged')
      }
    })

    test('is one with any header of the signature altered, emptied or doubled', () => {
      for (const { request, read } of each(open())) {
        const signing = Object.keys(request.headers).filter(
          (name) => !['content-type', 'content-length'].includes(name),
        )
        expect(signing.length).toBeGreaterThan(0)
        for (const name of signing) {
          for (const value of ['', 'x', `${request.headers[name]}, ${request.headers[name]}`, '\u00e9'.repeat(500)]) {
            const headers = { ...request.headers, [name]: value }
            expect([name, value, read({ ...request, headers }).kind]).toEqual([name, value, 'forged'])
          }
        }
      }
    })

    test('is one that is replayed after the longest age, or comes from the future', () => {
      const carrier = open()
      if (carrier.ageMaxMs === null) return
      for (const { request, read } of each(carrier)) {
        expect(read({ ...request, at: new Date(AT.getTime() + carrier.ageMaxMs - 2_000) }).kind).toBe('news')
        expect(read({ ...request, at: new Date(AT.getTime() + carrier.ageMaxMs + 2_000) }).kind).toBe('forged')
        expect(read({ ...request, at: new Date(AT.getTime() - carrier.ageMaxMs - 2_000) }).kind).toBe('forged')
      }
    })

    test('may be as large as a body can be', () => {
      for (const { request, read } of each(open())) {
        const body = new TextEncoder().encode('[{'.repeat(131_072))
        expect(['forged', 'unreadable']).toContain(read({ ...request, body }).kind)
      }
    })
  })

  describe('a genuine request', () => {
    test.each(['', ' ', '{', '[]', 'null', '{}', '[null]', '"text"', '0', 'a=1&a=2', '{"data":{"payload":null}}'])(
      'that is not understood never throws, and has no news: %j',
      (body) => {
        const carrier = open()
        for (const kind of ['receipts', 'inbound'] as const) {
          const answer = carrier.webhooks[kind](carrier.signed(kind, body, AT))
          expect(answer.kind === 'unreadable' || (answer.kind === 'news' && answer.news.length === 0)).toBe(true)
        }
      },
    )
  })
}

function receiptsIn(answer: {
  readonly kind: string
  readonly news?: readonly CarrierNews[]
}): readonly CarrierReceipt[] {
  if (answer.kind !== 'news') throw new Error(`Expected news, got ${JSON.stringify(answer)}`)
  return answer.news!.filter((one) => one.kind === 'receipt')
}
