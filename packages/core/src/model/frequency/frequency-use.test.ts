import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { MessageId } from '../../values/ids.js'
import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import { CAP_MESSAGES_RANGE, CAP_PERIOD_MAX_MS, capOf, periodMs } from './frequency-cap.js'
import {
  freeAtMs,
  NOTHING_SENT,
  reachedCaps,
  RESERVED_MS,
  usesExpireAt,
  withMessage,
  withoutMessage,
  type FrequencyUse,
  type SentToNumber,
} from './frequency-use.js'

const NOW_MS = Date.UTC(2026, 2, 1, 12)
const TWO_A_DAY = capOf({ messages: 2, per: '24h' })

const id = (n: number): MessageId => `msg_${n}`
const ago = (n: number, ms: number): FrequencyUse => ({ message: id(n), atMs: NOW_MS - ms })
const bulk = (...uses: FrequencyUse[]): SentToNumber => ({ ...NOTHING_SENT, uses })
const isReached = (sent: SentToNumber, cap = TWO_A_DAY) => reachedCaps([cap], sent, NOW_MS).length > 0

describe('a cap is reached', () => {
  test('by as many messages as it allows, and not by fewer', () => {
    expect(isReached(NOTHING_SENT)).toBe(false)
    expect(isReached(bulk(ago(1, 0)))).toBe(false)
    expect(isReached(bulk(ago(1, 0), ago(2, HOUR_MS)))).toBe(true)
  })

  test('in a rolling period: a message counts until it is exactly one period old', () => {
    expect(isReached(bulk(ago(1, 0), ago(2, DAY_MS - 1)))).toBe(true)
    expect(isReached(bulk(ago(1, 0), ago(2, DAY_MS)))).toBe(false)
  })

  test('by messages of a process whose clock is ahead', () => {
    expect(isReached(bulk(ago(1, -500), ago(2, -900)))).toBe(true)
  })

  test('by bulk sends alone, unless it counts all: then single sends count too', () => {
    const sent = { uses: [ago(1, 0)], singles: [ago(2, HOUR_MS)] }
    expect(isReached(sent)).toBe(false)
    expect(isReached(sent, { ...TWO_A_DAY, counts: 'all' })).toBe(true)
    expect(isReached({ uses: [], singles: [ago(1, 0), ago(2, 0)] }, { ...TWO_A_DAY, counts: 'all' })).toBe(true)
  })

  test('by a single send that has just begun, once, for a minute at most', () => {
    const all = { ...TWO_A_DAY, counts: 'all' } as const
    const reserved = (ms: number): FrequencyUse => ({ ...ago(2, ms), isReserved: true })
    expect(isReached(bulk(ago(1, 0), reserved(RESERVED_MS - 1)), all)).toBe(true)
    expect(isReached(bulk(ago(1, 0), reserved(RESERVED_MS)), all)).toBe(false)
    expect(isReached(bulk(ago(1, 0), reserved(0)))).toBe(false)
    expect(isReached({ uses: [reserved(0)], singles: [ago(2, 0)] }, all)).toBe(false)
  })

  test('with others, in the order of the account', () => {
    const caps = [capOf({ messages: 3, per: '7d' }), TWO_A_DAY, capOf({ messages: 1, per: '1h' })]
    expect(reachedCaps(caps, bulk(ago(1, 0), ago(2, 0)), NOW_MS)).toEqual(caps.slice(1))
  })
})

describe('the next message', () => {
  test('is allowed when enough messages have become too old', () => {
    const sent = bulk(ago(3, HOUR_MS), ago(1, 5 * HOUR_MS), ago(2, 3 * HOUR_MS))
    expect(freeAtMs(TWO_A_DAY, sent, NOW_MS)).toBe(NOW_MS + 21 * HOUR_MS)
    expect(freeAtMs(TWO_A_DAY, bulk(ago(1, 0)), NOW_MS)).toBe(NOW_MS)
  })
})

describe('uses', () => {
  test('of one message count once, from its last submission', () => {
    const uses = withMessage(withMessage([], ago(1, 2 * DAY_MS)), ago(1, 0))
    expect(uses).toEqual([ago(1, 0)])
  })

  test('can be given back', () => {
    expect(withoutMessage([ago(1, 0), ago(2, 0)], id(1))).toEqual([ago(2, 0)])
    expect(withoutMessage([ago(2, 0)], id(1))).toEqual([ago(2, 0)])
  })

  test('that cannot matter to any cap are forgotten', () => {
    const old = [ago(1, CAP_PERIOD_MAX_MS), ago(2, CAP_PERIOD_MAX_MS - 1)]
    expect(withMessage(old, ago(3, 0))).toEqual([ago(2, CAP_PERIOD_MAX_MS - 1), ago(3, 0)])
    const reserved: FrequencyUse = { ...ago(4, RESERVED_MS), isReserved: true }
    expect(withMessage([reserved], ago(3, 0))).toEqual([ago(3, 0)])
    const many = Array.from({ length: CAP_MESSAGES_RANGE.max }, (_, n) => ago(n + 10, 1_000))
    expect(withMessage(many, ago(1, 0))).toEqual([...many.slice(1), ago(1, 0)])
  })

  test('expire one longest period after the last', () => {
    expect(usesExpireAt([ago(1, 0), ago(2, DAY_MS)])).toEqual(new Date(NOW_MS + CAP_PERIOD_MAX_MS))
    expect(usesExpireAt([])).toEqual(new Date(CAP_PERIOD_MAX_MS))
  })

  test('that are only added while no cap is reached never exceed a cap in any period, and none is refused below it', () => {
    const cap = fc.record({ messages: fc.integer({ min: 1, max: 4 }), hours: fc.integer({ min: 1, max: 72 }) })
    const gaps = fc.array(fc.integer({ min: 0, max: 30 * HOUR_MS }), { maxLength: 60 })
    fc.assert(
      fc.property(fc.array(cap, { minLength: 1, maxLength: 3 }), gaps, (some, waits) => {
        const caps = some.map(({ messages, hours }) => capOf({ messages, per: `${hours}h` }))
        let uses: readonly FrequencyUse[] = []
        const sent: number[] = []
        let nowMs = NOW_MS
        for (const [n, wait] of waits.entries()) {
          nowMs += wait
          const isFull = caps.some(
            ({ messages, per }) => sent.filter((at) => at > nowMs - periodMs(per)).length >= messages,
          )
          expect(reachedCaps(caps, bulk(...uses), nowMs).length > 0).toBe(isFull)
          if (isFull) continue
          uses = withMessage(uses, { message: id(n), atMs: nowMs })
          sent.push(nowMs)
        }
      }),
    )
  })
})
