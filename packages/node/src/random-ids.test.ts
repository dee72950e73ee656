import { describeIds } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { randomIds } from './random-ids.js'
import { systemClock } from './system-clock.js'

describeIds(async () => randomIds(systemClock))

test('ids are strictly increasing and never repeat, even if the clock stops or goes back', () => {
  const times = [1_000, 1_000, 2_000, 1_500, 3_000]
  let calls = 0
  const ids = randomIds({ now: () => new Date(times[calls++ % times.length]!) })
  const given = Array.from({ length: 5_000 }, () => ids.next('con'))
  expect(given).toEqual([...given].sort())
  expect(new Set(given).size).toBe(given.length)
})

test('any number of processes generate different ids at one instant', () => {
  const clock = { now: () => new Date(1_000) }
  const given = Array.from({ length: 1_000 }, () => randomIds(clock).next('con'))
  expect(new Set(given).size).toBe(given.length)
})

test('the ids of each new millisecond have a new random part', () => {
  let nowMs = 0
  const ids = randomIds({ now: () => new Date(nowMs++) })
  const tails = Array.from({ length: 1_000 }, () => ids.next('con').slice(-16))
  expect(new Set(tails).size).toBe(tails.length)
})
