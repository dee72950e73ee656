import type { SubmissionOutcome } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { admit, after, CLOSED, closedForMs, type Breaker } from './breaker.js'

const ACCEPTED: SubmissionOutcome = { kind: 'accepted', providerId: '1' }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'No' }
const UNREACHABLE: SubmissionOutcome = { kind: 'try-later', afterMs: null, because: 'unreachable' }
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null, because: 'throttled' }
const NO_TIME: SubmissionOutcome = { kind: 'try-later', afterMs: null, because: 'no-time' }
const SERVER_ERROR: SubmissionOutcome = { kind: 'unknown', because: 'server-error' }
const NO_ANSWER: SubmissionOutcome = { kind: 'unknown', because: 'no-answer' }

const times = (outcome: SubmissionOutcome, count: number, from: Breaker = CLOSED) =>
  Array.from({ length: count }).reduce<Breaker>((breaker) => after(breaker, outcome, 0), from)

describe('a breaker', () => {
  test.each([
    ['failures to connect', UNREACHABLE],
    ['server errors', SERVER_ERROR],
  ])('opens after five %s in a row', (_, outcome) => {
    expect(times(outcome, 4).state).toBe('closed')
    expect(times(outcome, 5)).toEqual({ state: 'open', untilMs: 10_000, forMs: 10_000 })
  })

  test.each([
    ['an accepted text', ACCEPTED],
    ['a refused text', REFUSED],
    ['a throttled text', THROTTLED],
    ['a text of a throttled sender', { ...THROTTLED, because: 'sender-throttled' } as const],
  ])('counts from the start after %s, because the carrier is up', (_, outcome) => {
    expect(times(UNREACHABLE, 4, after(times(UNREACHABLE, 4), outcome, 0)).state).toBe('closed')
  })

  test.each([
    ['without an answer', NO_ANSWER],
    ['without time', NO_TIME],
  ])('counts neither for nor against the carrier: a text %s', (_, outcome) => {
    expect(after(times(UNREACHABLE, 4), outcome, 0)).toEqual(times(UNREACHABLE, 4))
    expect(times(outcome, 100)).toEqual(CLOSED)
  })

  test('admits everything while it is closed, nothing while it is open, and then one text', () => {
    const open = times(UNREACHABLE, 5)
    expect(admit(CLOSED, 1_000, 0).admitted).toBe(1_000)
    expect(admit(open, 1_000, 9_999)).toEqual({ admitted: 0, breaker: open })
    const probing = admit(open, 1_000, 10_000)
    expect(probing).toMatchObject({ admitted: 1, breaker: { state: 'probing' } })
    expect(admit(probing.breaker, 1_000, 10_001).admitted).toBe(0)
    expect(admit(open, 0, 10_000)).toEqual({ admitted: 0, breaker: open })
  })

  test('closes after a good probe, and opens for twice the time after a bad one, up to five minutes', () => {
    let breaker = times(UNREACHABLE, 5)
    const probe = (atMs: number) => admit(breaker, 1, atMs).breaker
    expect(after(probe(10_000), ACCEPTED, 10_000)).toEqual(CLOSED)
    const lengths = Array.from({ length: 7 }, () => {
      const atMs = breaker.state === 'closed' ? 0 : breaker.untilMs
      breaker = after(probe(atMs), UNREACHABLE, atMs)
      return breaker.state === 'open' ? breaker.untilMs - atMs : null
    })
    expect(lengths).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  })

  test('probes again if a probe has no outcome', () => {
    const { breaker } = admit(times(UNREACHABLE, 5), 1, 10_000)
    expect(admit(after(breaker, NO_ANSWER, 15_000), 1, 20_000).admitted).toBe(1)
  })

  test('ignores the outcomes of texts that were submitted before it opened, unless they show that the carrier is up', () => {
    const open = times(UNREACHABLE, 5)
    expect(after(open, UNREACHABLE, 5_000)).toEqual(open)
    expect(after(open, ACCEPTED, 5_000)).toEqual(CLOSED)
  })

  test('says how long it admits nothing', () => {
    const open = times(UNREACHABLE, 5)
    expect([CLOSED, open, open].map((breaker, i) => closedForMs(breaker, [0, 4_000, 10_000][i]!))).toEqual([
      null,
      6_000,
      null,
    ])
  })
})
