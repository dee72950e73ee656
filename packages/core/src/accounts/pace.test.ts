import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { paceWindowMs, placesAt, type Turn } from './pace.js'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const NOW_MS = NOW.getTime()

function turnOf(places: number, runsForMs: number): Turn {
  return { id: `${places} for ${runsForMs}`, places, untilMs: NOW_MS + runsForMs }
}

describe('the places of a sender', () => {
  test('are as many as its rate, where nothing is on its way', () => {
    expect(placesAt([], 10, NOW)).toEqual({ free: 10, nextAt: NOW })
  })

  test('are one where the rate is below one, and whole ones above it', () => {
    expect([0.1, 0.99, 1, 1.99, 2.5].map((rate) => placesAt([], rate, NOW).free)).toEqual([1, 1, 1, 1, 2])
  })

  test('are taken until the turn is over, to the instant', () => {
    expect(placesAt([turnOf(4, 1)], 10, NOW).free).toBe(6)
    expect(placesAt([turnOf(4, 0)], 10, NOW).free).toBe(10)
  })

  test('are none, and the next one comes with the end of a turn, when all are taken', () => {
    const turns = [turnOf(6, 500), turnOf(4, 300), turnOf(9, 0)]
    expect(placesAt(turns, 10, NOW)).toEqual({ free: 0, nextAt: new Date(NOW_MS + 300) })
  })

  test('are none, and never fewer, when the rate was lowered', () => {
    expect(placesAt([turnOf(10, 300)], 2, NOW)).toEqual({ free: 0, nextAt: new Date(NOW_MS + 300) })
  })
})

describe('the window of a message', () => {
  test('is a second, or the time for one message where the rate is below one a second', () => {
    expect([100, 1, 0.5, 0.1].map(paceWindowMs)).toEqual([1_000, 1_000, 2_000, 10_000])
  })
})

const rates = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0.1, max: 5, noNaN: true }))

/** A taking, so long after the one before. Its messages reach the provider together, and then the turn is ended, or never. */
const takings = fc.record({
  afterMs: fc.oneof(fc.constantFrom(0, 1, 999, 1_000), fc.nat(3_000)),
  wanted: fc.integer({ min: 1, max: 30 }),
  reachesAfterMs: fc.nat(2_000),
  endsAfterMs: fc.oneof(fc.constant(null), fc.nat(1_000)),
})
type Taking = typeof takings extends fc.Arbitrary<infer T> ? T : never

const LEASE_MS = 20_000

/** When messages reach the provider, and how many, when everybody takes what is free. */
function reachedBy(given: readonly Taking[], rate: number): readonly Reached[] {
  const taken: (Reached & { readonly endMs: number; readonly leaseEndMs: number })[] = []
  let nowMs = NOW_MS
  for (const { afterMs, wanted, reachesAfterMs, endsAfterMs } of given) {
    nowMs += afterMs
    const turns = taken.map(({ places, endMs, leaseEndMs }, i): Turn => {
      return { id: String(i), places, untilMs: endMs <= nowMs ? endMs + paceWindowMs(rate) : leaseEndMs }
    })
    const places = Math.min(wanted, placesAt(turns, rate, new Date(nowMs)).free)
    if (places === 0) continue
    const atMs = nowMs + reachesAfterMs
    const endMs = endsAfterMs === null ? Infinity : atMs + endsAfterMs
    taken.push({ places, atMs, endMs, leaseEndMs: nowMs + LEASE_MS })
  }
  return taken
}

type Reached = { readonly places: number; readonly atMs: number }

describe('whatever is taken and ended', () => {
  test('no second sees more messages than the rate, and none more than one where that is below one a second', () => {
    fc.assert(
      fc.property(fc.array(takings, { maxLength: 40 }), rates, (given, rate) => {
        const reached = reachedBy(given, rate)
        for (const { atMs } of reached) {
          const within = reached.filter((other) => other.atMs >= atMs && other.atMs < atMs + paceWindowMs(rate))
          const messages = within.reduce((sum, { places }) => sum + places, 0)
          expect(messages).toBeLessThanOrEqual(Math.max(1, Math.floor(rate)))
        }
      }),
    )
  })

  test('there is no free place before the instant that is told', () => {
    const turns = fc.array(fc.record({ places: fc.nat(8), runsForMs: fc.integer({ min: -50, max: 50 }) }))
    fc.assert(
      fc.property(turns, rates, (given, rate) => {
        // A sender that lowered its rate may have to wait for more than one turn.
        const taken = given.map(({ places, runsForMs }) => turnOf(places, runsForMs))
        const { free, nextAt } = placesAt(taken, rate, NOW)
        expect(free > 0).toBe(nextAt.getTime() === NOW_MS)
        for (let ms = NOW_MS; ms < nextAt.getTime(); ms++) {
          expect(placesAt(taken, rate, new Date(ms)).free).toBe(0)
        }
      }),
    )
  })
})
