import { NOW } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { throttleWindowMs, type ThrottleEntry } from './throttle-entry.js'
import { endSlots, takeSlots } from './throttle.js'

const at = (ms: number) => new Date(NOW.getTime() + ms)

const rates = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0.1, max: 5, noNaN: true }))

/** A request, some time after the previous one. A queued request asks again at its `nextAt`. */
const comers = fc.record({
  afterMs: fc.oneof(fc.constantFrom(0, 1, 999, 1_000), fc.nat(3_000)),
  wanted: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })),
  joinsQueue: fc.boolean(),
  group: fc.constantFrom(undefined, 'a', 'b', 'c'),
  reachesAfterMs: fc.nat(2_000),
  /** The time from when the messages reached the provider until the entry ends; null if a crash prevents its end. */
  endsAfterMs: fc.oneof(fc.constant(null), fc.nat(1_000)),
})
type Comer = typeof comers extends fc.Arbitrary<infer T> ? T : never

const LEASE_MS = 2_000

/** When messages reach the provider, and how many, if every request takes all slots that it can. */
function simulate(given: readonly Comer[], rate: number) {
  let entries: readonly ThrottleEntry[] = []
  const reached: { readonly id: string; readonly atMs: number; readonly places: number }[] = []
  const servedFromQueue: string[] = []
  const begun: string[] = []
  let arrivesMs = 0
  const due: { atMs: number; run: () => void }[] = []
  const come = (id: string, comer: Comer, nowMs: number) => {
    const wanted = comer.joinsQueue ? 1 : comer.wanted
    const until = at(nowMs + LEASE_MS)
    const { joinsQueue, group } = comer
    const ofGroup = joinsQueue || group === undefined ? {} : { group }
    const result = takeSlots(entries, rate, { id, wanted, joinsQueue, ...ofGroup, now: at(nowMs), until })
    entries = result.entries
    if (result.taken === 0 && comer.joinsQueue) {
      due.push({
        atMs: result.nextAt.getTime() - NOW.getTime(),
        run: () => come(id, comer, result.nextAt.getTime() - NOW.getTime()),
      })
    }
    if (result.taken === 0) return
    if (comer.joinsQueue) servedFromQueue.push(id)
    const atMs = nowMs + comer.reachesAfterMs
    reached.push({ id, atMs, places: result.taken })
    if (comer.endsAfterMs === null) return
    const endMs = atMs + comer.endsAfterMs
    due.push({ atMs: endMs, run: () => (entries = endSlots(entries, rate, { id, at: at(endMs) })) })
  }
  given.forEach((comer, i) => {
    arrivesMs += comer.afterMs
    const nowMs = arrivesMs
    if (comer.joinsQueue) begun.push(String(i))
    due.push({ atMs: nowMs, run: () => come(String(i), comer, nowMs) })
  })
  for (let steps = 0; due.length > 0; steps++) {
    if (steps > 20_000) throw new Error('It never ends')
    due.sort((one, other) => one.atMs - other.atMs)
    due.shift()!.run()
  }
  return { reached, servedFromQueue, begun }
}

describe('for any slots taken and ended', () => {
  test('no window has more messages than the rate, or more than one if the rate is below one a second', () => {
    fc.assert(
      fc.property(fc.array(comers, { maxLength: 30 }), rates, (given, rate) => {
        const { reached } = simulate(given, rate)
        for (const { atMs } of reached) {
          const within = reached.filter((other) => other.atMs >= atMs && other.atMs < atMs + throttleWindowMs(rate))
          const messages = within.reduce((sum, { places }) => sum + places, 0)
          expect(messages).toBeLessThanOrEqual(Math.max(1, Math.floor(rate)))
        }
      }),
    )
  })

  test('every queued message gets a slot, and if all messages queue, they get slots in order', () => {
    fc.assert(
      fc.property(fc.array(comers, { maxLength: 30 }), rates, (given, rate) => {
        const { servedFromQueue, begun } = simulate(given, rate)
        expect(servedFromQueue.toSorted()).toEqual(begun.toSorted())
      }),
    )
    fc.assert(
      fc.property(fc.array(comers, { maxLength: 30 }), (given) => {
        const { servedFromQueue, begun } = simulate(
          given.map((comer) => ({ ...comer, joinsQueue: true })),
          1,
        )
        expect(servedFromQueue).toEqual(begun)
      }),
    )
  })

  test('no slot is free before nextAt, and one is free at nextAt', () => {
    const grants = fc.array(fc.record({ places: fc.nat(8), runsForMs: fc.integer({ min: -50, max: 50 }) }))
    fc.assert(
      fc.property(grants, rates, (given, rate) => {
        const taken = given.map(({ places, runsForMs }, i) => ({
          id: `${i}`,
          places,
          untilMs: at(runsForMs).getTime(),
        }))
        const request = { id: 'asked', wanted: 1_000, joinsQueue: false, until: at(9_000) }
        const ask = (now: Date) => takeSlots(taken, rate, { ...request, now })
        const { nextAt, taken: free } = ask(NOW)
        if (free > 0) return
        for (let ms = 0; at(ms) < nextAt; ms++) expect(ask(at(ms)).taken).toBe(0)
        expect(ask(nextAt).taken).toBeGreaterThan(0)
      }),
    )
  })
})
