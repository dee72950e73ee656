import { DAILY, NOW, aTimetable, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recurrence } from '../../model/schedules/timetable.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

const ONCE = aTimetable('2026-03-01T13:00')
const PAUSED = { status: 'paused' } as const
const ACTIVE = { status: 'active' } as const
const IN_TWO_ZONES = { contacts: [{ tz: null }, { tz: 'America/New_York' as const }] }

describe('while a recurring schedule is paused', () => {
  test('occurrences are skipped without events, and nextScheduledFor moves past them', async () => {
    const { schedule, change, listenTo, at, sentTo, sends, events, read } = await open()
    await listenTo('schedule.send.failed')
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    expect(await change(id, PAUSED)).toMatchObject({ status: 'paused', nextScheduledFor: '2026-03-01T13:00:00.000Z' })
    for (const [day, next] of [
      [1, 2],
      [2, 3],
      [5, 6],
    ]) {
      await at(`2026-03-0${day}T13:00:00Z`)
      expect(await read(id)).toMatchObject({ ...PAUSED, nextScheduledFor: `2026-03-0${next}T13:00:00.000Z` })
    }
    expect(sentTo()).toEqual([])
    expect(await sends(id)).toEqual([])
    expect(await events()).toEqual([])
    await change(id, ACTIVE)
    await at('2026-03-06T12:59:59Z')
    expect(sentTo()).toEqual([])
    await at('2026-03-06T13:00:00Z')
    expect(sentTo()).toHaveLength(3)
  })

  test('skipped occurrences do not count towards endAfterOccurrences', async () => {
    const { schedule, change, at, sentTo, read } = await open()
    const recurrence: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence }))
    await at('2026-03-01T13:00:00Z')
    await change(id, PAUSED)
    for (const day of [2, 3, 4]) await at(`2026-03-0${day}T13:00:00Z`)
    await change(id, ACTIVE)
    await at('2026-03-05T13:00:00Z')
    expect(sentTo()).toHaveLength(6)
    expect((await read(id)).status).toBe('ended')
  })

  test('the schedule ends when its end date passes', async () => {
    const { schedule, change, at, read } = await open()
    const recurrence: Recurrence = { ...DAILY, endType: 'onDate', endOnDate: aTimetable('2026-03-03T13:00').at }
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence }))
    await change(id, PAUSED)
    await at('2026-03-02T13:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'paused', nextScheduledFor: '2026-03-03T13:00:00.000Z' })
    await at('2026-03-03T13:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    await expect(change(id, ACTIVE)).rejects.toMatchObject({ code: 'schedule-ended' })
  })

  test('occurrences that passed are skipped even if no worker ran before it was resumed', async () => {
    const { schedule, change, clock, work, sentTo, at } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await change(id, PAUSED)
    clock.set(new Date('2026-03-03T13:00:00Z'))
    expect(await change(id, ACTIVE)).toMatchObject({ ...ACTIVE, nextScheduledFor: '2026-03-04T13:00:00.000Z' })
    await work()
    expect(sentTo()).toEqual([])
    await at('2026-03-04T13:00:00Z')
    expect(sentTo()).toHaveLength(3)
  })

  test('an occurrence by local time is skipped in all zones if its time in the first zone has passed', async () => {
    const { schedule, change, at, sentTo, read } = await open(IN_TWO_ZONES)
    const timing = { timezone: 'Pacific/Honolulu', sendByLocalTime: true, recurrence: DAILY }
    const { id } = await schedule(aTimetable('2026-03-02T09:00', timing))
    await change(id, PAUSED)
    await at('2026-03-02T14:00:00Z')
    expect((await change(id, ACTIVE)).nextScheduledFor).toBe('2026-03-03T19:00:00.000Z')
    await at('2026-03-02T19:00:00Z')
    expect(sentTo()).toEqual([])
    for (const hour of [14, 19]) await at(`2026-03-03T${hour}:00:00Z`)
    expect(sentTo()).toHaveLength(2)
    expect((await read(id)).nextScheduledFor).toBe('2026-03-04T19:00:00.000Z')
  })
})

describe('a paused one-time schedule', () => {
  test('is sent at its time if it is resumed before then', async () => {
    const { schedule, change, at, sentTo } = await open()
    const { id } = await schedule(ONCE)
    await change(id, PAUSED)
    await at('2026-03-01T12:30:00Z')
    await change(id, ACTIVE)
    await at('2026-03-01T12:59:59Z')
    expect(sentTo()).toEqual([])
    await at('2026-03-01T13:00:00Z')
    expect(sentTo()).toHaveLength(3)
  })

  test('is not sent at its time, but immediately if it is resumed up to 1 hour later', async () => {
    const { schedule, change, at, work, sentTo, read, sends } = await open()
    const { id } = await schedule(ONCE)
    await change(id, PAUSED)
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-01T14:00:00Z')
    expect(sentTo()).toEqual([])
    expect(await read(id)).toMatchObject({ ...PAUSED, nextScheduledFor: '2026-03-01T13:00:00.000Z' })
    await change(id, ACTIVE)
    await work()
    expect(sentTo()).toHaveLength(3)
    expect(await sends(id)).toMatchObject([{ status: 'started', scheduledFor: '2026-03-01T13:00:00.000Z' }])
    expect((await read(id)).status).toBe('ended')
  })

  test('needs a new time if it is resumed more than 1 hour late', async () => {
    const { schedule, change, at, work, sentTo, read } = await open()
    const { id } = await schedule(ONCE)
    await change(id, PAUSED)
    await at('2026-03-01T14:00:00.001Z')
    await expect(change(id, ACTIVE)).rejects.toMatchObject({ code: 'schedule-in-past' })
    await expect(change(id, { ...ACTIVE, body: 'Other' })).rejects.toMatchObject({ code: 'schedule-in-past' })
    expect(await read(id)).toMatchObject({ ...PAUSED, body: 'Hello' })
    await change(id, { body: 'Other' })
    await change(id, { ...ACTIVE, timetable: aTimetable('2026-03-01T15:00') })
    await at('2026-03-01T15:00:00Z')
    await work()
    expect(sentTo()).toHaveLength(3)
  })

  test('by local time may be resumed up to 1 hour after the time in its own timezone; zones that are too late are left out', async () => {
    const { schedule, change, at, work, sentTo, sends } = await open(IN_TWO_ZONES)
    const { id } = await schedule(
      aTimetable('2026-03-02T09:00', { timezone: 'Pacific/Honolulu', sendByLocalTime: true }),
    )
    await change(id, PAUSED)
    await at('2026-03-02T19:30:00Z')
    await change(id, ACTIVE)
    await work()
    expect(sentTo()).toHaveLength(1)
    expect(await sends(id)).toMatchObject([
      { zone: 'Pacific/Honolulu', status: 'started' },
      { zone: 'America/New_York', status: 'skipped', reason: 'too_late' },
    ])
  })
})

describe('an occurrence that started before the pause', () => {
  test('finishes in its other zones, and the schedule ends with the last of them', async () => {
    const { schedule, change, at, sentTo, read } = await open(IN_TWO_ZONES)
    const { id } = await schedule(aTimetable('2026-03-02T09:00', { sendByLocalTime: true }))
    await at('2026-03-02T09:00:00Z')
    expect(await change(id, PAUSED)).toMatchObject({ ...PAUSED, nextScheduledFor: '2026-03-02T09:00:00.000Z' })
    await at('2026-03-02T14:00:00Z')
    expect(sentTo()).toHaveLength(2)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
  })

  test('allows the schedule to be resumed at any time, because the occurrence started on time', async () => {
    const { schedule, change, at, sentTo, read } = await open(IN_TWO_ZONES)
    const { id } = await schedule(aTimetable('2026-03-02T09:00', { sendByLocalTime: true }))
    await at('2026-03-02T09:00:00Z')
    await change(id, PAUSED)
    await at('2026-03-02T13:00:00Z')
    expect(await change(id, ACTIVE)).toMatchObject({ ...ACTIVE, nextScheduledFor: '2026-03-02T09:00:00.000Z' })
    await at('2026-03-02T14:00:00Z')
    expect(sentTo()).toHaveLength(2)
    expect((await read(id)).status).toBe('ended')
  })

  test('finishes its waves', async () => {
    const { schedule, change, at, sentTo } = await open()
    const timetable = aTimetable('2026-03-01T13:00', { recurrence: DAILY })
    const { id } = await schedule(timetable, { waves: { recipientsPerWave: 1, waveIntervalMinutes: 5 } })
    await at('2026-03-01T13:00:00Z')
    await change(id, PAUSED)
    for (const minute of ['05', '10', '15']) await at(`2026-03-01T13:${minute}:00Z`)
    expect(sentTo()).toHaveLength(3)
    await at('2026-03-02T13:00:00Z')
    expect(sentTo()).toHaveLength(3)
  })
})

describe('a change of the timetable', () => {
  test('with the status paused pauses the schedule with the new times', async () => {
    const { schedule, change, at, sentTo, read } = await open()
    const { id } = await schedule(ONCE)
    const timetable = aTimetable('2026-03-01T14:00', { recurrence: DAILY })
    expect(await change(id, { ...PAUSED, timetable })).toMatchObject({
      ...PAUSED,
      nextScheduledFor: '2026-03-01T14:00:00.000Z',
    })
    await at('2026-03-01T14:00:00Z')
    expect(sentTo()).toEqual([])
    expect(await read(id)).toMatchObject({ ...PAUSED, nextScheduledFor: '2026-03-02T14:00:00.000Z' })
  })

  test('with the status active resumes it with the new times, the first of which may be up to 1 hour ago', async () => {
    const { schedule, change, at, work, sentTo } = await open()
    const { id } = await schedule(ONCE)
    await change(id, PAUSED)
    await at('2026-03-01T16:00:00Z')
    await change(id, { ...ACTIVE, timetable: aTimetable('2026-03-01T15:00', { recurrence: DAILY }) })
    await work()
    expect(sentTo()).toHaveLength(3)
  })

  test('without a status leaves a paused schedule paused', async () => {
    const { schedule, change, at, sentTo } = await open()
    const { id } = await schedule(ONCE)
    await change(id, PAUSED)
    expect(await change(id, { timetable: aTimetable('2026-03-01T12:30') })).toMatchObject(PAUSED)
    await at('2026-03-01T12:30:00Z')
    expect(sentTo()).toEqual([])
  })
})

test('setting the current status again changes nothing else', async () => {
  const { schedule, change } = await open()
  const created = await schedule(ONCE)
  expect(await change(created.id, ACTIVE)).toEqual(created)
  await change(created.id, PAUSED)
  expect(await change(created.id, PAUSED)).toEqual({ ...created, ...PAUSED })
})
