import { aTimetable, DAILY, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListOccurrences } from './list-occurrences.js'

async function open() {
  const fixture = await schedulingFixture(inMemory())
  const { account, unitOfWork } = fixture
  return {
    ...fixture,
    occurrences: (from: string, to: string) =>
      new ListOccurrences({ unitOfWork }).execute({ account, from: new Date(from), to: new Date(to) }),
  }
}

test('the occurrences of all schedules are listed by time, each with its zone', async () => {
  const { schedule, change, occurrences } = await open()
  const daily = await schedule(aTimetable('2026-03-03T09:00', { timezone: 'America/New_York', recurrence: DAILY }))
  const once = await schedule(aTimetable('2026-03-04T10:00', { sendByLocalTime: true }))
  await schedule(aTimetable('2026-03-09T10:00'))
  await change(daily.id, { status: 'paused' })
  const { results, isComplete } = await occurrences('2026-03-03T14:00:00Z', '2026-03-05T14:00:00Z')
  const plain = { clockChange: null, isMoved: false, isSkipped: false }
  const newYork = { schedule: daily.id, scheduleStatus: 'paused', timezone: 'America/New_York', ...plain }
  expect(results).toEqual([
    { ...newYork, at: '2026-03-03T14:00:00.000Z', wallClock: '2026-03-03T09:00:00', sendByLocalTime: false },
    {
      schedule: once.id,
      scheduleStatus: 'active',
      at: '2026-03-04T10:00:00.000Z',
      wallClock: '2026-03-04T10:00:00',
      timezone: 'UTC',
      sendByLocalTime: true,
      ...plain,
    },
    { ...newYork, at: '2026-03-04T14:00:00.000Z', wallClock: '2026-03-04T09:00:00', sendByLocalTime: false },
  ])
  expect(isComplete).toBe(true)
})

test('days on which clocks change are marked, and so is an occurrence that falls into the gap', async () => {
  const { schedule, occurrences } = await open()
  await schedule(aTimetable('2026-03-07T02:30', { timezone: 'America/New_York', recurrence: DAILY }))
  const spring = await occurrences('2026-03-07T00:00:00Z', '2026-03-10T00:00:00Z')
  expect(spring.results.map(({ at, clockChange, isMoved }) => [at, clockChange, isMoved])).toEqual([
    ['2026-03-07T07:30:00.000Z', null, false],
    ['2026-03-08T07:30:00.000Z', 'gap', true],
    ['2026-03-09T06:30:00.000Z', null, false],
  ])
  expect(spring.clockChanges).toEqual([{ timezone: 'America/New_York', day: '2026-03-08', change: 'gap' }])
  const autumn = await occurrences('2026-10-31T12:00:00Z', '2026-11-02T00:00:00Z')
  expect(autumn.results.map(({ at, clockChange }) => [at, clockChange])).toEqual([
    ['2026-11-01T07:30:00.000Z', 'overlap'],
  ])
})

test('a change at midnight belongs to the day that begins with it', async () => {
  const { schedule, occurrences } = await open()
  await schedule(aTimetable('2026-03-07T12:00', { timezone: 'America/Havana', recurrence: DAILY }))
  const { clockChanges } = await occurrences('2026-03-07T12:00:00Z', '2026-03-10T12:00:00Z')
  expect(clockChanges).toEqual([{ timezone: 'America/Havana', day: '2026-03-08', change: 'gap' }])
})

test('a recurrence that ends after some occurrences lists only those', async () => {
  const { schedule, occurrences } = await open()
  const recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 3 } as const
  await schedule(aTimetable('2026-03-03T09:00', { recurrence }))
  const { results } = await occurrences('2026-03-04T12:00:00Z', '2026-03-20T00:00:00Z')
  expect(results.map(({ at }) => at)).toEqual(['2026-03-05T09:00:00.000Z'])
})

test('a range far in the future needs no occurrence before it', async () => {
  const { schedule, occurrences } = await open()
  await schedule(aTimetable('2026-03-03T09:00', { recurrence: DAILY }))
  const { results } = await occurrences('9000-01-01T00:00:00Z', '9000-01-02T00:00:00Z')
  expect(results.map(({ at }) => at)).toEqual(['9000-01-01T09:00:00.000Z'])
})

test('at most 5,000 occurrences are listed, and the result says that there are more', async () => {
  const { schedule, occurrences } = await open()
  for (let i = 0; i < 51; i++) await schedule(aTimetable('2026-03-03T09:00', { recurrence: DAILY }))
  const { results, isComplete } = await occurrences('2026-03-03T00:00:00Z', '2026-06-11T00:00:00Z')
  expect([results.length, isComplete]).toEqual([5_000, false])
})

test('a range that is empty or longer than 100 days is refused', async () => {
  const { occurrences } = await open()
  for (const to of ['2026-03-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-06-09T00:00:00.001Z']) {
    await expect(occurrences('2026-03-01T00:00:00Z', to)).rejects.toMatchObject({ code: 'invalid-input' })
  }
  expect((await occurrences('2026-03-01T00:00:00Z', '2026-06-09T00:00:00Z')).results).toEqual([])
})
