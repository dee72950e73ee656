import { NOW } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { capacityOf, throttleWindowMs, type ThrottleEntry } from './throttle-entry.js'
import { endSlots, takeSlots, type SlotRequest } from './throttle.js'

const at = (ms: number) => new Date(NOW.getTime() + ms)
const LEASE_MS = 2_000

const rates = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0.1, max: 5, noNaN: true }))
const partsOfOne = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }))

/** A single message that queues, or a group whose messages are sent in slices; each some time after the previous one. */
const comers = fc.record({
  afterMs: fc.oneof(fc.constantFrom(0, 1, 999, 1_000), fc.nat(3_000)),
  parts: fc.array(partsOfOne, { minLength: 1, maxLength: 8 }),
  group: fc.constantFrom(null, null, 'a', 'b', 'c'),
  reachesAfterMs: fc.nat(2_000),
  /** The time from when the messages reached the provider until the entry ends; null if a crash prevents its end. */
  endsAfterMs: fc.oneof(fc.constant(null), fc.nat(1_000)),
})
type Comer = typeof comers extends fc.Arbitrary<infer T> ? T : never

type Reached = { readonly id: string; readonly atMs: number; readonly parts: readonly number[] }

/** When messages reach the provider, if everybody asks again at `nextAt` until everything is sent. */
function simulate(given: readonly Comer[], rate: number) {
  let entries: readonly ThrottleEntry[] = []
  const reached: Reached[] = []
  const due: { atMs: number; run: (nowMs: number) => void }[] = []
  const ask = (id: string, comer: Comer, left: readonly number[], nowMs: number) => {
    const { group } = comer
    const of = group === null ? { joinsQueue: true } : { joinsQueue: false, group }
    const asked = { id: group === null ? id : `${id} ${left.length}`, wanted: left.length, parts: left, ...of }
    const request: SlotRequest = { ...asked, now: at(nowMs), until: at(nowMs + LEASE_MS) }
    const { taken, ...update } = takeSlots(entries, rate, request)
    entries = update.entries
    expect(taken === 0 ? update.nextAt.getTime() : Infinity).toBeGreaterThan(at(nowMs).getTime())
    if (taken > 0) {
      const repeated = takeSlots(entries, rate, { ...request, parts: [1, ...left] })
      expect(repeated).toMatchObject({ taken, entries })
      submit(request.id, comer, left.slice(0, taken), nowMs)
    }
    const rest = left.slice(taken)
    const againMs = taken > 0 ? nowMs : update.nextAt.getTime() - NOW.getTime()
    if (rest.length > 0) due.push({ atMs: againMs, run: (ms) => ask(id, comer, rest, ms) })
  }
  const submit = (id: string, { reachesAfterMs, endsAfterMs }: Comer, parts: readonly number[], nowMs: number) => {
    const atMs = nowMs + reachesAfterMs
    reached.push({ id, atMs, parts })
    if (endsAfterMs === null) return
    const endMs = atMs + endsAfterMs
    due.push({ atMs: endMs, run: () => (entries = endSlots(entries, rate, { id, at: at(endMs) })) })
  }
  let arrivesMs = 0
  given.forEach((comer, i) => {
    arrivesMs += comer.afterMs
    const parts = comer.group === null ? comer.parts.slice(0, 1) : comer.parts
    due.push({ atMs: arrivesMs, run: (ms) => ask(`${i}`, comer, parts, ms) })
  })
  for (let steps = 0; due.length > 0; steps++) {
    if (steps > 50_000) throw new Error('It never ends')
    due.sort((one, other) => one.atMs - other.atMs)
    const { atMs, run } = due.shift()!
    run(atMs)
  }
  return reached
}

const sum = (parts: readonly number[]) => parts.reduce((one, other) => one + other, 0)
const within = (reached: readonly Reached[], fromMs: number, ms: number) =>
  reached.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + ms).flatMap(({ parts }) => parts)

describe('for any messages of several parts', () => {
  test('no window has more parts than the rate, except those of one message that is alone in it', () => {
    fc.assert(
      fc.property(fc.array(comers, { maxLength: 20 }), rates, (given, rate) => {
        const reached = simulate(given, rate)
        for (const { atMs } of reached) {
          const parts = within(reached, atMs, throttleWindowMs(rate))
          if (parts.length > 1) expect(sum(parts)).toBeLessThanOrEqual(capacityOf(rate))
        }
      }),
    )
  })

  test('ten windows have at most ten times the parts of the rate, and those of one message more', () => {
    fc.assert(
      fc.property(fc.array(comers, { maxLength: 20 }), rates, (given, rate) => {
        const reached = simulate(given, rate)
        for (const { atMs } of reached) {
          const parts = within(reached, atMs, 10 * throttleWindowMs(rate))
          expect(sum(parts)).toBeLessThanOrEqual(10 * capacityOf(rate) + Math.max(...parts))
        }
      }),
    )
  })

  test('everything is sent once, whatever else waits', () => {
    fc.assert(
      fc.property(fc.array(comers, { maxLength: 20 }), rates, (given, rate) => {
        const wanted = given.flatMap(({ group, parts }) => (group === null ? parts.slice(0, 1) : parts))
        const sent = simulate(given, rate).flatMap(({ parts }) => parts)
        expect(sent.toSorted()).toEqual(wanted.toSorted())
      }),
    )
  })

  test('single messages get their slots in order, however long they are', () => {
    fc.assert(
      fc.property(fc.array(comers, { maxLength: 20 }), (given) => {
        const singles = given.map((comer) => ({ ...comer, group: null, reachesAfterMs: 0, endsAfterMs: 0 }))
        const ids = simulate(singles, 1).map(({ id }) => id)
        expect(ids).toEqual(given.map((_, i) => `${i}`))
      }),
    )
  })

  test('a message has no slots before nextAt, and has them at nextAt', () => {
    const grants = fc.array(fc.record({ places: fc.nat(8), runsForMs: fc.integer({ min: -50, max: 50 }) }))
    fc.assert(
      fc.property(grants, rates, partsOfOne, (given, rate, parts) => {
        const running = given.map(({ places, runsForMs }, i) => ({
          id: `${i}`,
          places,
          untilMs: at(runsForMs).getTime(),
        }))
        const request = { id: 'asked', wanted: 1, parts: [parts], joinsQueue: false, until: at(9_000) }
        const ask = (now: Date) => takeSlots(running, rate, { ...request, now })
        const { nextAt, taken } = ask(NOW)
        if (taken > 0) return
        for (let ms = 0; at(ms) < nextAt; ms++) expect(ask(at(ms)).taken).toBe(0)
        expect(ask(nextAt).taken).toBe(1)
      }),
    )
  })

  test('a message of one part, and messages without parts, take the same slots as before', () => {
    fc.assert(
      fc.property(fc.nat(30), rates, fc.nat(30), (wanted, rate, places) => {
        const running = [{ id: 'running', places, untilMs: at(500).getTime() }]
        const request = { id: 'asked', wanted, joinsQueue: true, now: NOW, until: at(9_000) }
        const counted = takeSlots(running, rate, { ...request, parts: Array.from({ length: wanted }, () => 1) })
        expect(counted).toEqual(takeSlots(running, rate, request))
      }),
    )
  })
})
