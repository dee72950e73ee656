import { describe, expect, test } from '@jest/globals'
import { countsForMs, type ThrottleEntry } from './throttle-entry.js'
import { endSlots, takeSlots, type SlotRequest } from './throttle.js'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)

function asking(parts: readonly number[], given: Partial<SlotRequest> = {}): SlotRequest {
  const request = { id: 'asked', wanted: parts.length, parts, joinsQueue: false }
  return { ...request, now: NOW, until: at(9_000), ...given }
}

function entryOf(places: number, runsForMs: number): ThrottleEntry {
  return { id: `${places} for ${runsForMs}`, places, untilMs: at(runsForMs).getTime() }
}

const queued = (id: string, places: number): ThrottleEntry => ({
  ...{ id, places, isInLine: true },
  untilMs: at(5_000).getTime(),
})

describe('messages of several parts', () => {
  test('take a slot for each part, in their order, while all parts of a message fit', () => {
    expect(takeSlots([], 10, asking([3, 3, 3, 3])).taken).toBe(3)
    expect(takeSlots([], 10, asking([3, 8, 1, 1])).taken).toBe(1)
    expect(takeSlots([entryOf(6, 500)], 10, asking([2, 2, 2])).taken).toBe(2)
    expect(takeSlots([], 10, asking([1, 1, 1], { wanted: 2 })).taken).toBe(2)
    expect(takeSlots([], 10, asking([]))).toEqual({ entries: [], taken: 0, nextAt: NOW })
  })

  test('are stored as parts, with the number of the messages only if it differs', () => {
    const untilMs = at(10_000).getTime()
    expect(takeSlots([], 10, asking([3, 2, 6])).entries).toEqual([{ id: 'asked', places: 5, messages: 2, untilMs }])
    expect(takeSlots([], 10, asking([1, 1])).entries).toEqual([{ id: 'asked', places: 2, untilMs }])
  })

  test('return the same number of messages for a repeated request', () => {
    const { entries } = takeSlots([], 10, asking([3, 2, 6]))
    expect(takeSlots(entries, 10, asking([1, 1, 1, 1]))).toMatchObject({ entries, taken: 2 })
  })

  test('ask again when enough slots for the next message are free', () => {
    const running = [entryOf(6, 300), entryOf(4, 700)]
    expect(takeSlots(running, 10, asking([5])).nextAt).toEqual(at(300))
    expect(takeSlots(running, 10, asking([7])).nextAt).toEqual(at(700))
    expect(takeSlots(running, 10, asking([25])).nextAt).toEqual(at(700))
  })

  test('that were stored before rates counted parts count as one part each', () => {
    const stored = [entryOf(8, 500), { ...entryOf(0, 5_000), id: 'group', isGroup: true }, queued('single', 1)]
    expect(takeSlots(stored, 10, asking([1, 1, 1])).taken).toBe(1)
    expect(takeSlots(stored, 10, asking([1], { id: '8 for 500' })).taken).toBe(8)
    expect(takeSlots(stored, 10, asking([2], { group: 'group', now: at(500), until: at(9_500) })).taken).toBe(1)
    expect(endSlots(stored, 2, { id: '8 for 500', at: NOW })[0]).toMatchObject({ untilMs: at(1_000).getTime() })
  })
})

describe('a message with more parts than a window has slots', () => {
  test('is submitted only if nothing else counts', () => {
    expect(takeSlots([], 4, asking([9, 1])).taken).toBe(1)
    expect(takeSlots([entryOf(1, 500)], 4, asking([9]))).toMatchObject({ taken: 0, nextAt: at(500) })
    expect(takeSlots([], 0.5, asking([2])).taken).toBe(1)
  })

  test('counts for as many windows as its parts need', () => {
    expect([1, 4, 5, 8, 9].map((places) => countsForMs({ places, messages: 1 }, 4))).toEqual([
      1_000, 1_000, 2_000, 2_000, 3_000,
    ])
    expect(countsForMs({ places: 3, messages: 1 }, 0.2)).toBe(15_000)
    expect(countsForMs({ places: 9 }, 4)).toBe(1_000)
    const { entries } = takeSlots([], 4, asking([9]))
    expect(entries).toMatchObject([{ places: 9, messages: 1, untilMs: at(9_000 + 3_000).getTime() }])
    expect(endSlots(entries, 4, { id: 'asked', at: at(100) })).toMatchObject([{ untilMs: at(3_100).getTime() }])
  })
})

describe('the queue of messages of several parts', () => {
  const single = (id: string, parts: number, given: Partial<SlotRequest> = {}) =>
    asking([parts], { id, joinsQueue: true, ...given })

  test('keeps the place of a long message while shorter ones behind it wait', () => {
    const long = takeSlots([entryOf(5, 800)], 10, single('long', 7))
    expect(long).toMatchObject({ taken: 0, nextAt: at(800) })
    const short = takeSlots(long.entries, 10, single('short', 1))
    expect(short.taken).toBe(0)
    const later = { now: at(800), until: at(9_800) }
    expect(takeSlots(short.entries, 10, single('short', 1, later)).taken).toBe(1)
    expect(takeSlots(short.entries, 10, single('long', 7, later)).taken).toBe(1)
  })

  test('lets a short message go that leaves the slots for the long messages ahead of it', () => {
    expect(takeSlots([entryOf(2, 800), queued('long', 7)], 10, single('short', 1)).taken).toBe(1)
  })

  test('gives a message a time to ask again behind all parts ahead of it', () => {
    const line = [entryOf(2, 800), queued('long', 6)]
    expect(takeSlots(line, 2, single('short', 1)).nextAt).toEqual(at(800 + 3_000))
  })
})

describe('groups with messages of several parts', () => {
  const ask = (entries: readonly ThrottleEntry[], group: string, parts: readonly number[], ms = 0) =>
    takeSlots(entries, 4, asking(parts, { id: `${group} ${ms}`, group, now: at(ms), until: at(ms + 9_000) }))
  const THREES = [3, 3, 3, 3]
  const ONES = [1, 1, 1, 1]

  test('wait for the slots of one message, even if these are more than their share, and get them in turn', () => {
    const full = [entryOf(4, 1_000)]
    const waiting = ask(ask(full, 'a', THREES).entries, 'b', THREES).entries
    expect(ask(waiting, 'b', THREES, 1_000)).toMatchObject({ taken: 0, nextAt: at(1_200) })
    const a = ask(waiting, 'a', THREES, 1_000)
    expect(a.taken).toBe(1)
    const again = ask(a.entries, 'a', THREES, 1_001).entries
    const ended = endSlots(again, 4, { id: 'a 1000', at: at(1_000) })
    expect(ask(ended, 'a', THREES, 2_000).taken).toBe(0)
    expect(ask(ended, 'b', THREES, 2_000).taken).toBe(1)
  })

  test('leave the slots for the next message of the group that has waited longest', () => {
    const waiting = ask(ask([entryOf(4, 1_000)], 'long', THREES).entries, 'short', ONES).entries
    const short = ask(waiting, 'short', ONES, 1_000)
    expect(short.taken).toBe(1)
    expect(ask(short.entries, 'long', THREES, 1_000).taken).toBe(1)
    const longer = ask(ask([entryOf(4, 1_000)], 'long', [9]).entries, 'short', ONES).entries
    expect(ask(longer, 'short', ONES, 1_000).taken).toBe(0)
    expect(ask(longer, 'long', [9], 1_000).taken).toBe(1)
  })

  test('get slots before single messages after five windows, if one message needs several slots', () => {
    const long = ask([entryOf(2, 1_000)], 'long', THREES).entries
    const single = (ms: number) =>
      takeSlots(
        [...long, entryOf(2, 9_000)],
        4,
        asking([1], { id: 'single', joinsQueue: true, now: at(ms), until: at(ms) }),
      )
    const keep = (ms: number) => ask([...long, entryOf(2, 9_000)], 'long', THREES, ms).entries
    expect(single(4_999).taken).toBe(1)
    expect(single(5_000).taken).toBe(0)
    expect(keep(5_000).find(({ isGroup }) => isGroup)).toMatchObject({ places: 3, sinceMs: NOW.getTime() })
    const late = [...long, entryOf(1, 9_000), queued('single', 3)].map((entry) => ({
      ...entry,
      untilMs: at(9_000).getTime(),
    }))
    expect(
      ask(
        late.filter(({ places }) => places !== 2),
        'long',
        THREES,
        4_999,
      ).taken,
    ).toBe(0)
    expect(
      ask(
        late.filter(({ places }) => places !== 2),
        'long',
        THREES,
        5_000,
      ).taken,
    ).toBe(1)
  })

  test('ask again when slots begin to be kept for them, however many single messages are in line', () => {
    const line = Array.from({ length: 40 }, (_, n) => queued(`single-${n}`, 1))
    const { nextAt } = ask([entryOf(4, 1_000), ...line], 'long', [4])
    expect(nextAt).toEqual(at(5_000))
  })

  test('of short messages never go before single messages', () => {
    const waiting = ask([entryOf(4, 1_000)], 'short', ONES).entries
    expect(waiting.find(({ isGroup }) => isGroup)).not.toHaveProperty('sinceMs')
  })
})
