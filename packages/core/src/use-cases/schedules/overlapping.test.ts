import { DAILY, aTimetable, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recurrence } from '../../model/schedules/timetable.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory(), given)

const IN_HONOLULU = { contacts: [{ tz: 'Pacific/Honolulu' as const }] }
const BOTH_ENDS = { contacts: [{ tz: 'Pacific/Honolulu' as const }, { tz: null }] }

/** 14:00 in Kiritimati is 00:00Z. 14:00 in Honolulu is 00:00Z of the next day, when the next occurrence begins. */
const farEast = (recurrence: Recurrence) =>
  aTimetable('2026-03-02T14:00', { timezone: 'Pacific/Kiritimati', sendByLocalTime: true, recurrence })

const TWICE: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }

describe('overlapping occurrences', () => {
  test('are each sent once in every zone', async () => {
    const { schedule, at, sends } = await open(BOTH_ENDS)
    const { id } = await schedule(farEast(DAILY))
    for (const day of [2, 3, 4]) await at(`2026-03-0${day}T00:00:00Z`)
    const listed = (await sends(id)).map(({ zone, scheduledFor }) => `${scheduledFor.slice(8, 10)} ${zone}`)
    expect(listed.sort()).toEqual([
      '02 Pacific/Kiritimati',
      '03 Pacific/Honolulu',
      '03 Pacific/Kiritimati',
      '04 Pacific/Honolulu',
      '04 Pacific/Kiritimati',
    ])
  })

  test('are limited by endAfterOccurrences, even if none has started when the next one begins', async () => {
    const { schedule, at, sentTo, read, planned } = await open(IN_HONOLULU)
    const { id } = await schedule(farEast(TWICE))
    for (const day of [2, 3, 4, 5, 6]) await at(`2026-03-0${day}T00:00:00Z`)
    expect(sentTo()).toHaveLength(2)
    expect(await planned(id)).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
  })

  test('are counted correctly in the upcoming times while one of them is planned', async () => {
    const { schedule, at, upcoming } = await open(IN_HONOLULU)
    const { id } = await schedule(farEast(TWICE))
    expect(await upcoming(id)).toHaveLength(2)
    await at('2026-03-02T00:00:00Z')
    expect(await upcoming(id)).toEqual(['2026-03-03T00:00:00.000Z'])
  })

  test('are counted even if they were planned and then skipped', async () => {
    const { schedule, at, sends, sentTo, read } = await open(IN_HONOLULU)
    const { id } = await schedule(farEast(TWICE))
    for (const time of ['02T00:00', '03T02:00', '04T00:00', '05T00:00', '06T00:00']) await at(`2026-03-${time}:00Z`)
    expect(await sends(id)).toMatchObject([
      { scheduledFor: '2026-03-04T00:00:00.000Z', status: 'started' },
      { scheduledFor: '2026-03-03T00:00:00.000Z', status: 'skipped', reason: 'too_late' },
    ])
    expect(sentTo()).toHaveLength(1)
    expect((await read(id)).status).toBe('ended')
  })
})
