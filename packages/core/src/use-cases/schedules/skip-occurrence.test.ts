import { aTimetable, DAILY, NOW, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { parseWallClock } from '../../values/time/wall-clock.js'
import { RestoreOccurrence, SkipOccurrence } from './skip-occurrence.js'

async function open() {
  const fixture = await schedulingFixture(inMemory({ now: NOW }))
  const { account, unitOfWork, clock } = fixture
  const input = (id: string, wall: string) => ({ account, id, wallClock: parseWallClock(wall)! })
  return {
    ...fixture,
    skip: (id: string, wall: string) => new SkipOccurrence({ unitOfWork, clock }).execute(input(id, wall)),
    restore: (id: string, wall: string) => new RestoreOccurrence({ unitOfWork, clock }).execute(input(id, wall)),
  }
}

const EVERY_DAY = aTimetable('2026-03-03T09:00', { recurrence: DAILY })

test('a skipped occurrence is not sent, and the next one is', async () => {
  const { schedule, skip, at, sentTo, sends, upcoming, events, listenTo, read } = await open()
  await listenTo('schedule.send.failed')
  const { id } = await schedule(EVERY_DAY)
  expect(await skip(id, '2026-03-04T09:00')).toMatchObject({ skipped: ['2026-03-04T09:00:00'] })
  expect(await upcoming(id, 2)).toEqual(['2026-03-03T09:00:00.000Z', '2026-03-05T09:00:00.000Z'])
  await at('2026-03-03T09:00:00Z')
  await at('2026-03-04T09:00:00Z')
  expect(sentTo()).toHaveLength(3)
  const [newest] = await sends(id)
  expect(newest).toMatchObject({ status: 'skipped', reason: 'by_request', scheduledFor: '2026-03-04T09:00:00.000Z' })
  expect(await read(id)).not.toHaveProperty('skipped')
  await at('2026-03-05T09:00:00Z')
  expect(sentTo()).toHaveLength(6)
  expect(await events()).toEqual([])
})

test('skipping can be undone, and both can be repeated', async () => {
  const { schedule, skip, restore, at, sentTo } = await open()
  const { id } = await schedule(EVERY_DAY)
  const skipped = await skip(id, '2026-03-03T09:00')
  expect(await skip(id, '2026-03-03T09:00')).toEqual(skipped)
  expect(await restore(id, '2026-03-03T09:00')).not.toHaveProperty('skipped')
  expect(await restore(id, '2026-03-03T09:00')).not.toHaveProperty('skipped')
  await at('2026-03-03T09:00:00Z')
  expect(sentTo()).toHaveLength(3)
})

test('a skipped occurrence counts towards the end of the recurrence', async () => {
  const { schedule, skip, at, sentTo, read } = await open()
  const recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 } as const
  const { id } = await schedule(aTimetable('2026-03-03T09:00', { recurrence }))
  await skip(id, '2026-03-03T09:00')
  for (const day of ['03', '04', '05']) await at(`2026-03-${day}T09:00:00Z`)
  expect(sentTo()).toHaveLength(3)
  expect(await read(id)).toMatchObject({ status: 'ended' })
})

test('a time that is no occurrence to come is refused', async () => {
  const { schedule, skip, at } = await open()
  const { id } = await schedule(EVERY_DAY)
  await at('2026-03-03T09:00:00Z')
  for (const wall of ['2026-03-04T09:01', '2026-03-03T09:00', '2026-03-02T09:00']) {
    await expect(skip(id, wall)).rejects.toMatchObject({ code: 'invalid-input' })
  }
})

test('an occurrence by local time can be skipped until it begins in the first zone', async () => {
  const { schedule, skip, clock } = await open()
  const { id } = await schedule(
    aTimetable('2026-03-05T09:00', { timezone: 'Pacific/Honolulu', sendByLocalTime: true, recurrence: DAILY }),
  )
  clock.set(new Date('2026-03-05T14:30:00Z'))
  await expect(skip(id, '2026-03-05T09:00')).rejects.toMatchObject({ code: 'invalid-input' })
  await skip(id, '2026-03-06T09:00')
})

test('at most 100 occurrences can be skipped, and a new timetable skips none', async () => {
  const { schedule, skip, change } = await open()
  const { id } = await schedule(EVERY_DAY)
  const day = (n: number) => new Date(Date.parse('2026-03-03T09:00:00Z') + n * 86_400_000).toISOString().slice(0, 16)
  for (let n = 0; n < 100; n++) await skip(id, day(n))
  await expect(skip(id, day(100))).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await change(id, { timetable: EVERY_DAY })).not.toHaveProperty('skipped')
})

test('an ended schedule cannot be changed', async () => {
  const { schedule, skip, restore, at } = await open()
  const { id } = await schedule(aTimetable('2026-03-03T09:00'))
  await at('2026-03-03T09:00:00Z')
  for (const doing of [skip, restore]) {
    await expect(doing(id, '2026-03-03T09:00')).rejects.toMatchObject({ code: 'schedule-ended' })
  }
})
