import { describe, expect, test } from '@jest/globals'
import { throttleWindowMs, type ThrottleEntry } from './throttle-entry.js'
import { endSlots, takeSlots, type SlotRequest } from './throttle.js'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)

function entryOf(places: number, runsForMs: number): ThrottleEntry {
  return { id: `${places} for ${runsForMs}`, places, untilMs: at(runsForMs).getTime() }
}

function aSlotRequest(given: Partial<SlotRequest> = {}): SlotRequest {
  return { id: 'asked', wanted: 1_000, joinsQueue: false, now: NOW, until: at(9_000), ...given }
}

function waiting(id: string, keptForMs = 5_000): ThrottleEntry {
  return { id, places: 1, untilMs: at(keptForMs).getTime(), isInLine: true }
}

const idsOf = (entries: readonly ThrottleEntry[]) => entries.map(({ id }) => id)

describe('the slots of a sender', () => {
  test('equal its rate if nothing is being submitted', () => {
    expect(takeSlots([], 10, aSlotRequest()).taken).toBe(10)
    expect(takeSlots([], 10, aSlotRequest({ wanted: 4 }))).toMatchObject({ taken: 4, nextAt: NOW })
  })

  test('equal its rate rounded down, but are at least one', () => {
    expect([0.1, 0.99, 1, 1.99, 2.5].map((rate) => takeSlots([], rate, aSlotRequest()).taken)).toEqual([1, 1, 1, 1, 2])
  })

  test('are taken until the exact instant at which the entry ends', () => {
    expect(takeSlots([entryOf(4, 1)], 10, aSlotRequest()).taken).toBe(6)
    expect(takeSlots([entryOf(4, 0)], 10, aSlotRequest()).taken).toBe(10)
  })

  test('cannot be taken while all are in use; the next is free when an entry ends', () => {
    const queue = [entryOf(6, 500), entryOf(4, 300), entryOf(9, 0)]
    expect(takeSlots(queue, 10, aSlotRequest())).toMatchObject({ taken: 0, nextAt: at(300) })
  })

  test('are all taken after the rate was lowered, until enough entries end', () => {
    expect(takeSlots([entryOf(8, 300), entryOf(2, 400)], 2, aSlotRequest())).toMatchObject({
      taken: 0,
      nextAt: at(400),
    })
  })

  test('stay taken for one window after `until`, or after the response of the provider', () => {
    const { entries } = takeSlots([], 0.5, aSlotRequest())
    expect(entries).toEqual([{ id: 'asked', places: 1, untilMs: at(9_000 + 2_000).getTime() }])
    expect(endSlots(entries, 0.5, { id: 'asked', at: at(100) })).toMatchObject([{ untilMs: at(2_100).getTime() }])
    expect(endSlots(entries, 0.5, { id: 'another', at: at(100) })).toEqual(entries)
  })

  test('are the same for a repeated request', () => {
    const { entries } = takeSlots([], 10, aSlotRequest({ wanted: 4 }))
    expect(takeSlots(entries, 10, aSlotRequest({ wanted: 9 }))).toMatchObject({ entries, taken: 4 })
  })
})

describe('the queue', () => {
  const full = [entryOf(2, 800)]

  test('is for messages that find no free slot, and gives each a time to ask again', () => {
    const one = takeSlots(full, 2, aSlotRequest({ id: 'one', wanted: 1, joinsQueue: true }))
    const two = takeSlots(one.entries, 2, aSlotRequest({ id: 'two', wanted: 1, joinsQueue: true }))
    const three = takeSlots(two.entries, 2, aSlotRequest({ id: 'three', wanted: 1, joinsQueue: true }))
    expect([one, two, three].map(({ taken, nextAt }) => [taken, nextAt])).toEqual([
      [0, at(800)],
      [0, at(800)],
      [0, at(1_800)],
    ])
    expect(idsOf(three.entries)).toEqual(['2 for 800', 'one', 'two', 'three'])
  })

  test('lets a message ask again after one window if the provider may respond at any time', () => {
    const { nextAt } = takeSlots([entryOf(1, 10_000)], 1, aSlotRequest({ wanted: 1, joinsQueue: true }))
    expect(nextAt).toEqual(at(1_000))
    expect(takeSlots([entryOf(1, 10_000)], 1, aSlotRequest()).nextAt).toEqual(at(10_000))
  })

  test('removes a message that gets a slot, and serves messages in order', () => {
    const line = [waiting('one'), waiting('two')]
    const ask = (id: string) => takeSlots(line, 1, aSlotRequest({ id, wanted: 1, joinsQueue: true }))
    expect(ask('two')).toMatchObject({ taken: 0, entries: line.map(({ id }) => ({ id })) })
    expect(ask('one').taken).toBe(1)
    expect(idsOf(ask('one').entries)).toEqual(['two', 'one'])
    expect(takeSlots(line, 3, aSlotRequest())).toMatchObject({ taken: 1 })
  })

  test('drops messages that do not ask again', () => {
    expect(takeSlots([waiting('gone', 0)], 1, aSlotRequest()).taken).toBe(1)
    const { entries } = takeSlots(full, 2, aSlotRequest({ id: 'one', wanted: 1, joinsQueue: true }))
    expect(entries.at(-1)!.untilMs).toBe(at(800 + 5_000).getTime())
  })

  test('is bounded', () => {
    const line = Array.from({ length: 1_000 }, (_, i) => waiting(`${i}`))
    const late = takeSlots(line, 10, aSlotRequest({ id: 'late', wanted: 1, joinsQueue: true }))
    expect(late).toMatchObject({ taken: 0, nextAt: at(100_000) })
    expect(late.entries).toHaveLength(1_000)
  })
})

describe('groups', () => {
  const full = [entryOf(20, 800)]
  const ask = (entries: readonly ThrottleEntry[], group: string, given: Partial<SlotRequest> = {}) =>
    takeSlots(entries, 20, aSlotRequest({ id: `of ${group}`, group, ...given }))
  const bothWait = ask(ask(full, 'large').entries, 'small').entries
  const later = { now: at(800), until: at(9_800) }

  test('take all slots if no other group waits, even after waiting themselves', () => {
    expect(ask([], 'large').taken).toBe(20)
    expect(ask(ask(full, 'large').entries, 'large', later).taken).toBe(20)
  })

  test('that wait have equal shares, whichever asks first, and each gets its share once', () => {
    const large = ask(bothWait, 'large', later)
    const again = ask(large.entries, 'large', { ...later, id: 'another of large' })
    const small = ask(again.entries, 'small', later)
    expect([large.taken, again.taken, small.taken]).toEqual([10, 0, 10])
    expect(ask(bothWait, 'small', later).taken).toBe(10)
    expect(ask(bothWait, 'new', later).taken).toBe(6)
  })

  test('get the slots that are in no share in turn, even if they always ask in the same order', () => {
    const served = { a: 0, b: 0, c: 0 }
    let entries = ['a', 'b', 'c'].reduce<readonly ThrottleEntry[]>(
      (before, group) => takeSlots(before, 5, aSlotRequest({ id: `first of ${group}`, group })).entries,
      [entryOf(5, 1_000)],
    )
    for (let second = 1; second <= 30; second++) {
      for (const group of ['a', 'b', 'c', 'a', 'b', 'c'] as const) {
        for (let asks = 0, taken = 1; taken > 0; asks++) {
          const now = at(1_000 * second)
          const id = `${second} ${group} ${served[group]} ${asks}`
          const update = takeSlots(entries, 5, aSlotRequest({ id, group, now, until: now }))
          entries = update.entries
          taken = update.taken
          served[group] += taken
        }
      }
    }
    expect(served.a + served.b + served.c).toBe(30 * 5)
    expect(Math.max(...Object.values(served)) - Math.min(...Object.values(served))).toBeLessThanOrEqual(2)
  })

  test('that want less than their share leave the rest to the others', () => {
    const small = ask(bothWait, 'small', { ...later, wanted: 3 })
    expect(small.taken).toBe(3)
    expect(ask(small.entries, 'large', later).taken).toBe(17)
  })

  test('get a slot in turn, longest wait first, if there are fewer slots than groups', () => {
    let asks = 0
    const one = (entries: readonly ThrottleEntry[], group: string, ms: number) =>
      takeSlots(entries, 1, aSlotRequest({ id: `ask ${++asks}`, group, now: at(ms), until: at(ms) }))
    let entries: readonly ThrottleEntry[] = [entryOf(1, 1_000)]
    const served: string[] = []
    for (let ms = 0; ms < 7_000; ms += 100) {
      for (const group of ['a', 'a', 'b', 'c']) {
        const update = one(entries, group, ms)
        entries = update.entries
        if (update.taken > 0) served.push(group)
      }
    }
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  test('ask again soon if the free slots are kept for others, else when a slot may be free', () => {
    expect(ask(full, 'large').nextAt).toEqual(at(800))
    expect(ask([entryOf(20, 10_000)], 'large').nextAt).toEqual(at(1_000))
    const large = ask(bothWait, 'large', later)
    expect(ask(large.entries, 'large', { ...later, id: 'another' }).nextAt).toEqual(at(800 + 200))
  })

  test('that do not ask again are dropped', () => {
    expect(ask(bothWait, 'large', { now: at(800 + 4_999) }).taken).toBe(10)
    expect(ask(bothWait, 'large', { now: at(800 + 5_000) }).taken).toBe(20)
  })

  test('leave a slot for every queued message', () => {
    const line = [...bothWait, waiting('single')]
    expect(ask(line, 'large', later).taken).toBe(10)
    expect(ask(ask(line, 'large', later).entries, 'small', later).taken).toBe(9)
    expect(takeSlots(bothWait, 20, aSlotRequest({ ...later, wanted: 1, joinsQueue: true })).taken).toBe(1)
  })
})

describe('the window of a message', () => {
  test('is a second, or the time for one message if the rate is below one a second', () => {
    expect([100, 1, 0.5, 0.1].map(throttleWindowMs)).toEqual([1_000, 1_000, 2_000, 10_000])
  })
})
