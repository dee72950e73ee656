import { DAILY, NOW, aTimetable, memberNumber, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recurrence } from '../../model/schedules/timetable.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

const LATER = aTimetable('2026-03-01T13:00')
const TWICE: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }

describe('a change during a send', () => {
  const contacts = [{ tz: null }, { tz: 'America/New_York' as const }]
  const local = aTimetable('2026-03-02T09:00', { sendByLocalTime: true, recurrence: DAILY })

  test('applies from the next send: the remaining zones get the original text and audience', async () => {
    const { schedule, change, anotherGroup, at, provider, read } = await open({ contacts })
    const { id } = await schedule(local)
    await at('2026-03-02T09:00:00Z')
    const empty = await anotherGroup({ name: 'Other' })
    await change(id, { body: 'Other', audience: { kind: 'groups', groups: [empty.id] } })
    await at('2026-03-02T14:00:00Z')
    expect(provider.submitted.map(({ to, body }) => [to, body])).toEqual([
      [memberNumber(0), 'Hello'],
      [memberNumber(1), 'Hello'],
    ])
    await at('2026-03-03T14:00:00Z')
    expect(provider.submitted).toHaveLength(2)
    expect((await read(id)).body).toBe('Other')
  })

  test('to a new timetable leaves the remaining zones at their times, and they do not count towards it', async () => {
    const { schedule, change, at, sends, read } = await open({ contacts })
    const { id } = await schedule(aTimetable('2026-03-02T09:00', { sendByLocalTime: true }))
    await at('2026-03-02T09:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-04T09:00', { recurrence: TWICE }) })
    await at('2026-03-02T14:00:00Z')
    expect(await sends(id)).toMatchObject([{ zone: 'America/New_York' }, { zone: 'UTC' }])
    expect(await read(id)).toMatchObject({ status: 'active', nextScheduledFor: '2026-03-04T09:00:00.000Z' })
    for (const day of [4, 5, 6]) await at(`2026-03-0${day}T09:00:00Z`)
    expect(await sends(id)).toHaveLength(4)
    expect((await read(id)).status).toBe('ended')
  })

  test('to a new timetable does not count an occurrence whose zones are all skipped', async () => {
    const { schedule, change, at, sends, read } = await open({ contacts: [{ tz: 'America/New_York' }] })
    const { id } = await schedule(local)
    await at('2026-03-02T09:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-02T13:00', { recurrence: TWICE }) })
    await at('2026-03-02T13:00:00Z')
    await at('2026-03-02T16:00:00Z')
    for (const day of [3, 4, 5]) await at(`2026-03-0${day}T13:00:00Z`)
    expect((await sends(id)).map(({ status }) => status)).toEqual(['started', 'skipped', 'started'])
    expect((await read(id)).status).toBe('ended')
  })
})

describe('an occurrence that has begun', () => {
  test('does not begin again, even if a new timetable has the same time', async () => {
    const { schedule, change, at, work, sentTo, sends, read } = await open()
    const daily = aTimetable('2026-03-01T13:00', { recurrence: DAILY })
    const { id } = await schedule(daily)
    await at('2026-03-01T13:00:00Z')
    const again = await change(id, { timetable: { ...daily, recurrence: TWICE } })
    expect(again.nextScheduledFor).toBe('2026-03-02T13:00:00.000Z')
    await work()
    expect(sentTo()).toHaveLength(3)
    expect(await sends(id)).toHaveLength(1)
    expect((await read(id)).nextScheduledFor).toBe('2026-03-02T13:00:00.000Z')
    await change(id, { timetable: LATER })
    await work()
    expect(sentTo()).toHaveLength(3)
    expect((await read(id)).status).toBe('ended')
  })

  test('does not begin again by local time if a new timetable has the same wall clock in another zone', async () => {
    const contacts = [{ tz: 'America/New_York' as const }, { tz: 'America/Los_Angeles' as const }]
    const { schedule, change, at, sentTo, read } = await open({ contacts })
    const local = { sendByLocalTime: true }
    const { id } = await schedule(aTimetable('2026-03-02T09:00', { ...local, timezone: 'America/Los_Angeles' }))
    await at('2026-03-02T14:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-02T09:00', { ...local, timezone: 'America/New_York' }) })
    for (const hour of ['14', '15', '17', '18']) await at(`2026-03-02T${hour}:30:00Z`)
    expect(sentTo()).toHaveLength(2)
    expect((await read(id)).status).toBe('ended')
  })

  test('does not begin again by local time if it was sent to all contacts at that wall clock', async () => {
    const { schedule, change, at, sentTo, read } = await open({ contacts: [{ tz: 'America/Los_Angeles' }] })
    const daily = aTimetable('2026-03-02T09:00', { timezone: 'America/New_York', recurrence: DAILY })
    const { id } = await schedule(daily)
    await at('2026-03-02T14:00:00Z')
    const { nextScheduledFor } = await change(id, { timetable: { ...daily, sendByLocalTime: true } })
    expect(nextScheduledFor).toBe('2026-03-03T14:00:00.000Z')
    await at('2026-03-02T17:00:00Z')
    expect(sentTo()).toHaveLength(1)
    await at('2026-03-03T17:00:00Z')
    expect(sentTo()).toHaveLength(2)
    expect((await read(id)).status).toBe('active')
  })

  test('does not prevent one at the same wall clock in another zone, if neither is sent by local time', async () => {
    const { schedule, change, at, sentTo } = await open()
    const { id } = await schedule(aTimetable('2026-03-02T09:00', { timezone: 'America/New_York', recurrence: DAILY }))
    await at('2026-03-02T14:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-02T09:00', { timezone: 'America/Los_Angeles' }) })
    await at('2026-03-02T17:00:00Z')
    expect(sentTo()).toHaveLength(6)
  })

  test('does not begin again while some of its zones remain, and the schedule ends with the last of them', async () => {
    const contacts = [{ tz: null }, { tz: 'America/New_York' as const }]
    const { schedule, change, at, work, sentTo, read } = await open({ contacts })
    const timetable = aTimetable('2026-03-02T09:00', { sendByLocalTime: true })
    const { id } = await schedule(timetable)
    await at('2026-03-02T09:00:00Z')
    await change(id, { timetable })
    await work()
    expect(await read(id)).toMatchObject({ status: 'active', nextScheduledFor: '2026-03-02T09:00:00.000Z' })
    await at('2026-03-02T14:00:00Z')
    expect(sentTo()).toHaveLength(2)
    expect((await read(id)).status).toBe('ended')
  })

  test('does not count towards a new timetable with the same time', async () => {
    const contacts = [{ tz: null }, { tz: 'America/New_York' as const }]
    const { schedule, change, at, work, sentTo, read } = await open({ contacts })
    const timetable = aTimetable('2026-03-02T09:00', { sendByLocalTime: true, recurrence: TWICE })
    const { id } = await schedule(timetable)
    await at('2026-03-02T09:00:00Z')
    await change(id, { timetable })
    await work()
    for (const time of ['02T14', '03T09', '03T14', '04T09', '04T14', '05T09']) await at(`2026-03-${time}:00:00Z`)
    expect(sentTo()).toHaveLength(6)
    expect((await read(id)).status).toBe('ended')
  })

  test('begins again if it failed and a new timetable has the same time', async () => {
    const { schedule, change, at, work, sender, sentTo, sends } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await sender({ status: 'inactive' })
    await at('2026-03-01T13:00:00Z')
    await sender({ status: 'active' })
    await change(id, { timetable: LATER })
    await work()
    expect(sentTo()).toHaveLength(3)
    expect((await sends(id)).map(({ status }) => status)).toEqual(['started', 'failed'])
  })
})
