import { DAILY, aTimetable, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { withoutNulls } from '../../values/collections.js'
import type { Recurrence } from './timetable.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory(), given)

const ONCE = aTimetable('2026-03-01T13:00')
const TOO_LATE = { status: 'skipped', reason: 'too_late', broadcastId: null } as const

describe('a send that cannot start on time', () => {
  test('still starts if it is at most 1 hour late', async () => {
    const { schedule, at, sentTo, sends } = await open()
    const { id } = await schedule(ONCE)
    await at('2026-03-01T14:00:00Z')
    expect(sentTo()).toHaveLength(3)
    expect(await sends(id)).toMatchObject([{ status: 'started', scheduledFor: '2026-03-01T13:00:00.000Z' }])
  })

  test('is skipped after 1 hour and reported as failed, costs nothing, and is never sent', async () => {
    const { schedule, listenTo, at, sentTo, sends, read, events, credits } = await open()
    await listenTo('schedule.send.failed', 'schedule.send.completed')
    const { id } = await schedule(ONCE)
    await at('2026-03-01T14:00:00.001Z')
    await at('2026-03-02T14:00:00Z')
    expect(sentTo()).toEqual([])
    const reported = { ...TOO_LATE, scheduledFor: '2026-03-01T13:00:00.000Z' }
    expect(await sends(id)).toMatchObject([reported])
    expect(await events()).toMatchObject([
      { type: 'schedule.send.failed', data: { schedule: { id }, send: withoutNulls((await sends(id))[0]!) } },
    ])
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    expect(await credits()).toEqual({ sms: 1_000, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('is also skipped if only its audience is evaluated in time, and its credits are released', async () => {
    const { schedule, clock, worker, at, sentTo, sends, credits, read, broadcast, listenTo, events } = await open()
    await listenTo('schedule.send.failed', 'schedule.send.completed')
    const { id } = await schedule(ONCE)
    clock.set(new Date('2026-03-01T14:00:00Z'))
    await worker().execute({ lane: 'timed', jobsMax: 1, onFailure: () => undefined })
    expect((await credits()).reserved.sms).toBe(6)
    await at('2026-03-01T14:00:00.001Z')
    expect(sentTo()).toEqual([])
    const [send] = await sends(id)
    expect(send).toMatchObject({ status: 'skipped', reason: 'too_late' })
    expect((await broadcast(send!.broadcastId!)).status).toBe('canceled')
    expect(await events()).toMatchObject([{ type: 'schedule.send.failed' }])
    expect(await read(id)).toMatchObject({ status: 'ended' })
    expect(await credits()).toEqual({ sms: 1_000, mms: 0, reserved: { sms: 0, mms: 0 } })
  })
})

describe('after an outage of several days', () => {
  test('each missed occurrence is reported, and the next one is on time', async () => {
    const { schedule, listenTo, at, sentTo, sends, events, read } = await open()
    await listenTo('schedule.send.failed')
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-05T12:00:00Z')
    expect(sentTo()).toHaveLength(3)
    expect(await sends(id)).toMatchObject([
      { ...TOO_LATE, scheduledFor: '2026-03-04T13:00:00.000Z' },
      { ...TOO_LATE, scheduledFor: '2026-03-03T13:00:00.000Z' },
      { ...TOO_LATE, scheduledFor: '2026-03-02T13:00:00.000Z' },
      { status: 'started' },
    ])
    expect(await events()).toHaveLength(3)
    expect((await read(id)).nextScheduledFor).toBe('2026-03-05T13:00:00.000Z')
    await at('2026-03-05T13:00:00Z')
    expect(sentTo()).toHaveLength(6)
  })

  test('an occurrence less than an hour ago is still sent, and earlier ones are not', async () => {
    const { schedule, at, sentTo, sends } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await at('2026-03-03T13:59:00Z')
    expect(sentTo()).toHaveLength(3)
    expect((await sends(id)).map(({ status }) => status)).toEqual(['started', 'skipped', 'skipped'])
  })

  test('missed occurrences count towards endAfterOccurrences', async () => {
    const { schedule, at, sentTo, sends, read } = await open()
    const recurrence: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 4 }
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence }))
    for (const day of ['01', '04', '05']) await at(`2026-03-${day}T13:00:00Z`)
    expect(sentTo()).toHaveLength(6)
    expect((await sends(id)).map(({ status }) => status)).toEqual(['started', 'skipped', 'skipped', 'started'])
    expect(await read(id)).toMatchObject({ status: 'ended' })
  })

  test('the last occurrence counts even if it was planned but could not start: none follows it', async () => {
    const { schedule, at, sentTo, sends, read, upcoming } = await open({ contacts: [{ tz: 'America/New_York' }] })
    const recurrence: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence, sendByLocalTime: true }))
    for (const time of ['01T13:00', '01T18:00', '02T13:00', '02T19:30']) await at(`2026-03-${time}:00Z`)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    expect(await upcoming(id)).toEqual([])
    for (const time of ['03T13:00', '03T18:00']) await at(`2026-03-${time}:00Z`)
    expect(sentTo()).toHaveLength(1)
    expect((await sends(id)).map(({ status }) => status)).toEqual(['skipped', 'started'])
  })

  test('missed occurrences before a past end date are reported, and the schedule ends', async () => {
    const { schedule, at, sentTo, sends, read } = await open()
    const endOnDate = aTimetable('2026-03-03T13:00').at
    const recurrence: Recurrence = { ...DAILY, endType: 'onDate', endOnDate }
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence }))
    await at('2026-03-09T12:00:00Z')
    expect(sentTo()).toEqual([])
    expect(await sends(id)).toHaveLength(3)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
  })
})
