import { NOW, aDelivery, after, aWebhookResponse, ids } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { EXCERPT_MAX, type WebhookResponse } from '../../ports/webhook-sender.js'
import { RETRY_DELAYS_MS, afterAttempt } from './delivery-retries.js'
import { isDelivered, isEventId, storable, type Delivery } from './delivery.js'

const DAY_S = 24 * 3_600
const SCHEDULE_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, DAY_S]

const account = ids.next('acc')
const fresh = (given: Partial<Delivery> = {}) => aDelivery({ account, ...given })
const failed = aWebhookResponse(500)
const asking = (retryAfterMs: number | null, status = 503): WebhookResponse => ({
  kind: 'answered',
  status,
  retryAfterMs,
  excerpt: '',
})
/** The number of seconds until the next try. */
const waitOf = (tries: number, response: WebhookResponse, chance = 0) =>
  (afterAttempt(fresh({ tries }), response, { now: NOW, chance }).nextAt!.getTime() - NOW.getTime()) / 1_000

describe('a success', () => {
  test('is any status from 200 to 299', () => {
    const statuses = Array.from({ length: 500 }, (_, n) => n + 100)
    const good = statuses.filter((status) => isDelivered(aWebhookResponse(status)))
    expect(good).toEqual(Array.from({ length: 100 }, (_, n) => n + 200))
  })

  test.each(['timeout', 'unreachable', 'forbidden'] as const)('needs a response: not %s', (reason) => {
    expect(isDelivered({ kind: 'unanswered', reason, message: '' })).toBe(false)
  })

  test.each(SCHEDULE_S.map((_, tries) => tries).concat(9))('ends the delivery, after %i failures', (tries) => {
    const before = fresh({ tries, attempts: tries + 3 })
    expect(afterAttempt(before, aWebhookResponse(204), { now: after(7), chance: 1 })).toEqual({
      ...before,
      status: 'delivered',
      tries: tries + 1,
      attempts: tries + 4,
      nextAt: null,
      endedAt: after(7),
    })
  })

  test('ignores Retry-After', () => {
    const ended = afterAttempt(fresh(), asking(60_000, 200), { now: NOW, chance: 0 })
    expect(ended).toMatchObject({ status: 'delivered', nextAt: null })
  })
})

describe('a failure', () => {
  test('is followed by another try after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(RETRY_DELAYS_MS.map((ms) => ms / 1_000)).toEqual(SCHEDULE_S)
    expect(SCHEDULE_S.map((_, tries) => waitOf(tries, failed))).toEqual(SCHEDULE_S)
  })

  test('leaves the delivery pending, and is counted', () => {
    const before = fresh({ tries: 2, attempts: 12 })
    const then = afterAttempt(before, failed, { now: NOW, chance: 0 })
    expect(then).toEqual({ ...before, tries: 3, attempts: 13, nextAt: after(1_800) })
  })

  test('ends the delivery if it is the tenth', () => {
    const before = fresh({ tries: 9, attempts: 9 })
    const ended = afterAttempt(before, asking(1_000), { now: after(3), chance: 0.5 })
    const counted = { tries: 10, attempts: 10, nextAt: null, endedAt: after(3) }
    expect(ended).toEqual({ ...before, status: 'failed', ...counted })
  })

  test('is counted from the last replay, while the total number of attempts continues', () => {
    const replayed = fresh({ tries: 0, attempts: 10 })
    const then = afterAttempt(replayed, failed, { now: NOW, chance: 0 })
    expect(then).toMatchObject({ status: 'pending', tries: 1, attempts: 11, nextAt: after(5) })
  })

  test.each(['timeout', 'unreachable', 'forbidden'] as const)('can also be a missing response: %s', (reason) => {
    expect(waitOf(1, { kind: 'unanswered', reason, message: '' })).toBe(300)
  })

  test('is never retried early, and its delay is extended by at most a tenth', () => {
    const responses = fc.oneof(
      fc.constant(failed),
      fc.integer({ min: 0, max: 2 * DAY_S * 1_000 }).map((ms) => asking(ms)),
    )
    fc.assert(
      fc.property(
        fc.nat({ max: 8 }),
        responses,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, response, chance) => {
          const plainMs = waitOf(tries, response) * 1_000
          const waitMs = waitOf(tries, response, chance) * 1_000
          expect(plainMs).toBeGreaterThanOrEqual(RETRY_DELAYS_MS[tries]!)
          expect(waitMs).toBeGreaterThanOrEqual(plainMs)
          expect(waitMs).toBeLessThanOrEqual(plainMs * 1.1 + 0.5)
        },
      ),
    )
  })

  test('is retried later if the random number is greater, by up to a tenth of the delay', () => {
    expect([0, 0.5, 1].map((chance) => waitOf(2, failed, chance))).toEqual([1_800, 1_890, 1_980])
  })
})

describe('Retry-After', () => {
  test('is used if it is longer than the scheduled delay', () => {
    expect(waitOf(0, asking(60_000))).toBe(60)
  })

  test.each([0, 1_000, 4_999, -5, null])('is ignored if it is shorter: %j ms', (ms) => {
    expect(waitOf(0, asking(ms))).toBe(5)
  })

  test.each([DAY_S * 1_000 + 1, 10 ** 15, Number.MAX_SAFE_INTEGER, Infinity])('is limited to a day: %d ms', (ms) => {
    expect(waitOf(0, asking(ms))).toBe(DAY_S)
  })
})

describe('a response', () => {
  test('is stored as text that every store accepts', () => {
    expect(storable(aWebhookResponse(503, 'a\0b'))).toEqual(aWebhookResponse(503, 'a\ufffdb'))
    expect(storable(aWebhookResponse(503, '\ud83d'))).toEqual(aWebhookResponse(503, '\ufffd'))
    const unreachable = { kind: 'unanswered', reason: 'unreachable' } as const
    expect(storable({ ...unreachable, message: 'no\0' })).toEqual({ ...unreachable, message: 'no\ufffd' })
  })

  test('is truncated to the maximum length of its excerpt, but never in the middle of a character', () => {
    const end = 'x'.repeat(EXCERPT_MAX - 1)
    expect(storable(aWebhookResponse(503, 'x'.repeat(9_999)))).toEqual(aWebhookResponse(503, `${end}x`))
    expect(storable(aWebhookResponse(503, `${end}😀`))).toEqual(aWebhookResponse(503, `${end}\ufffd`))
  })

  test('that every store accepts stays unchanged', () => {
    const response = aWebhookResponse(503, 'Grüße, 😀\n')
    expect(storable(response)).toEqual(response)
  })
})

describe('an id of an event', () => {
  test('is evt_ followed by 26 digits or lowercase letters', () => {
    expect(isEventId(ids.next('evt'))).toBe(true)
  })

  test.each([
    '',
    'evt_',
    `evt_${'0'.repeat(25)}`,
    `evt_${'0'.repeat(27)}`,
    `msg_${'0'.repeat(26)}`,
    `evt_${'A'.repeat(26)}`,
    `evt_${'0'.repeat(26)}\n`,
    `evt_${'0'.repeat(25)}\0`,
  ])('has no other form: not %j', (text) => {
    expect(isEventId(text)).toBe(false)
  })
})
