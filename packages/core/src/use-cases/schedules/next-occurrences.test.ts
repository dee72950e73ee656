import { aTimetable, DAILY, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListNextOccurrences, PreviewTimetable } from './next-occurrences.js'
import { SkipOccurrence } from './skip-occurrence.js'

const NEW_YORK = { timezone: 'America/New_York', recurrence: DAILY } as const

async function open() {
  const fixture = await schedulingFixture(inMemory())
  const { account, unitOfWork, clock } = fixture
  return {
    ...fixture,
    next: (id: string, count = 2) => new ListNextOccurrences({ unitOfWork }).execute({ account, id, count }),
    preview: (timetable: ReturnType<typeof aTimetable>, count = 2) =>
      new PreviewTimetable({ clock }).execute({ timetable, count }),
  }
}

test('the next occurrences show what is skipped and what a clock change moves', async () => {
  const { schedule, next, account, unitOfWork, clock } = await open()
  const daily = await schedule(aTimetable('2026-03-07T02:30', NEW_YORK))
  const wallClock = daily.timetable.at
  await new SkipOccurrence({ unitOfWork, clock }).execute({ account, id: daily.id, wallClock })
  expect(await next(daily.id)).toMatchObject([
    { at: '2026-03-07T07:30:00.000Z', isSkipped: true, clockChange: null, isMoved: false },
    { at: '2026-03-08T07:30:00.000Z', isSkipped: false, clockChange: 'gap', isMoved: true },
  ])
})

test('another account does not see them', async () => {
  const { next } = await open()
  await expect(next('sch_1')).rejects.toMatchObject({ code: 'schedule-not-found' })
})

test('a timetable shows its first occurrences, of which the first may be a little late', async () => {
  const { preview } = await open()
  const recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 } as const
  expect(await preview(aTimetable('2026-03-01T11:30', { recurrence }), 5)).toMatchObject([
    { at: '2026-03-01T11:30:00.000Z' },
    { at: '2026-03-02T11:30:00.000Z' },
  ])
})

test('a timetable that no schedule can have is refused', async () => {
  const { preview } = await open()
  await expect(preview(aTimetable('2026-03-01T10:59'))).rejects.toMatchObject({ code: 'schedule-in-past' })
  const recurrence = { ...DAILY, interval: 0 }
  await expect(preview(aTimetable('2026-03-02T10:59', { recurrence }))).rejects.toMatchObject({ code: 'invalid-input' })
})
