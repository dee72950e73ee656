import { DAILY, NOW, aTimetable, memberNumber, schedulingHouseOf, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { ScheduleId } from '../values/ids.js'
import type { Recurrence } from './recurrence.js'
import type { SchedulePatch } from './schedule-request.js'

const open = (given?: SchedulingGiven) => schedulingHouseOf(inMemory({ now: NOW }), given)

const LATER = aTimetable('2026-03-01T13:00')
const TWICE: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }
const ONE_A_MINUTE = { recipientsPerWave: 1, waveIntervalMinutes: 1 }

describe('a change', () => {
  test('is only of the fields that are sent', async () => {
    const { schedule, change, anotherGroup, clock, sender } = await open()
    let before = await schedule(LATER, { waves: ONE_A_MINUTE })
    const from = '+12025550177'
    await sender({ number: from })
    const groups = [(await anotherGroup({ name: 'Other' })).id]
    const changes: readonly (readonly [SchedulePatch, Partial<typeof before>])[] = [
      [{ body: 'Other' }, { body: 'Other' }],
      [{ from }, { from }],
      [{ audience: { kind: 'groups', groups } }, { groups }],
      [
        { waves: { recipientsPerWave: 2, waveIntervalMinutes: 3 } },
        { waves: { recipientsPerWave: 2, waveIntervalMinutes: 3 } },
      ],
      [{ waves: null }, { waves: null }],
      [{ status: 'paused' }, { status: 'paused' }],
    ]
    for (const [patch, changed] of changes) {
      clock.advance(1_000)
      const after = await change(before.id, patch)
      expect(after).toEqual({ ...before, ...changed, updatedAt: clock.now().toISOString() })
      before = after
    }
    expect(await change(before.id, {})).toEqual(before)
  })

  test('of the schedule replaces all timing', async () => {
    const { schedule, change } = await open()
    const daily = aTimetable('2026-03-01T13:00', {
      sendByLocalTime: true,
      recurrence: DAILY,
      timezone: 'Europe/London',
    })
    const { id } = await schedule(daily)
    expect(await change(id, { timetable: aTimetable('2026-03-02T09:00') })).toMatchObject({
      timing: 'oneTime',
      timetable: { at: '2026-03-02T09:00:00', timezone: 'UTC', sendByLocalTime: false, recurrence: null },
      nextScheduledFor: '2026-03-02T09:00:00.000Z',
    })
  })

  test('of the schedule moves the send, to an earlier time and to a later one', async () => {
    const { schedule, change, at, sentTo } = await open()
    const { id } = await schedule(aTimetable('2026-03-05T13:00'))
    await change(id, { timetable: LATER })
    await at('2026-03-01T12:59:59Z')
    await change(id, { timetable: aTimetable('2026-03-01T15:00') })
    await at('2026-03-01T14:59:59Z')
    expect(sentTo()).toEqual([])
    await at('2026-03-01T15:00:00Z')
    expect(sentTo()).toHaveLength(3)
  })

  test('of the schedule restarts the count of sends', async () => {
    const { schedule, change, at, sentTo, read } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: TWICE }))
    await at('2026-03-01T13:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-02T09:00', { recurrence: TWICE }) })
    for (const time of ['02T09', '02T13', '03T09', '04T09']) await at(`2026-03-${time}:00:00Z`)
    expect(sentTo()).toHaveLength(9)
    expect((await read(id)).status).toBe('ended')
  })

  test('may set `at` up to 1 hour into the past, which sends right away, and not further', async () => {
    const { schedule, change, work, sentTo } = await open()
    const { id } = await schedule(LATER)
    const passed = change(id, { timetable: aTimetable('2026-03-01T10:59:59') })
    await expect(passed).rejects.toMatchObject({ code: 'schedule-in-past' })
    await change(id, { timetable: aTimetable('2026-03-01T11:00') })
    await work()
    expect(sentTo()).toHaveLength(3)
  })

  test('of something else does not ask about an `at` that has long passed', async () => {
    const { schedule, change, at } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-02T12:00:00Z')
    expect(await change(id, { body: 'Other' })).toMatchObject({ nextScheduledFor: '2026-03-02T13:00:00.000Z' })
  })

  test('of the audience replaces one that was built in the app, whose schedule can be changed all the same', async () => {
    const { schedule, change, group, account, ids, run } = await open()
    const list = ids.next('lst')
    await run(({ contactLists }) => contactLists.put({ id: list, account: account.id, name: 'Guests', createdAt: NOW }))
    const { id } = await schedule(LATER, { audience: { kind: 'list', list } })
    const patch = { timetable: aTimetable('2026-03-02T09:00'), body: 'Other', status: 'paused' } as const
    expect(await change(id, patch)).toMatchObject({ groups: null, body: 'Other', status: 'paused' })
    const audience = { kind: 'groups', groups: [group.id] } as const
    expect(await change(id, { audience })).toMatchObject({ groups: [group.id] })
  })
})

describe('a change during a send', () => {
  const contacts = [{ tz: null }, { tz: 'America/New_York' as const }]
  const local = aTimetable('2026-03-02T09:00', { sendByLocalTime: true, recurrence: DAILY })

  test('applies from the next send: zones that are to come are sent what the first one was', async () => {
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

  test('with a new schedule leaves zones that are to come at their time, and they count for nothing', async () => {
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

  test('that is skipped in all of its zones takes nothing from the count of a new schedule', async () => {
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

describe('an occurrence that was begun', () => {
  test('is never begun again, though a new schedule names the same time', async () => {
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

  test('is not begun again by local time, though a new schedule names its wall clock in another zone', async () => {
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

  test('is not begun again by local time when it was sent to everybody at that wall clock', async () => {
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

  test('of a schedule that is sent at once, the same wall clock in another zone is another one', async () => {
    const { schedule, change, at, sentTo } = await open()
    const { id } = await schedule(aTimetable('2026-03-02T09:00', { timezone: 'America/New_York', recurrence: DAILY }))
    await at('2026-03-02T14:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-02T09:00', { timezone: 'America/Los_Angeles' }) })
    await at('2026-03-02T17:00:00Z')
    expect(sentTo()).toHaveLength(6)
  })

  test('is not begun again while some of its zones are to come, and with the last of them the schedule ends', async () => {
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

  test('does not count for a new schedule that names the same time', async () => {
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

  test('and could not be accepted is, where a new schedule names the same time', async () => {
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

describe('refused is', () => {
  test('the change of one that is not there, or another account’s, or has no such name, whatever it says', async () => {
    const { change, read, ids } = await open()
    const theirs = await (await open()).schedule(LATER)
    for (const id of [ids.next('sch'), theirs.id, 'nothing', '']) {
      await expect(change(id, { from: '99999' })).rejects.toMatchObject({ code: 'schedule-not-found' })
      await expect(read(id as ScheduleId)).rejects.toMatchObject({ code: 'schedule-not-found' })
    }
  })

  test('what cannot be combined, also where one half is stored', async () => {
    const { schedule, change } = await open()
    const local = aTimetable('2026-03-01T13:00', { sendByLocalTime: true })
    const both = [
      change((await schedule(local)).id, { waves: ONE_A_MINUTE }),
      change((await schedule(LATER, { waves: ONE_A_MINUTE })).id, { timetable: local }),
    ]
    for (const made of both) await expect(made).rejects.toMatchObject({ code: 'invalid-input' })
    expect(
      await change((await schedule(LATER, { waves: ONE_A_MINUTE })).id, { timetable: local, waves: null }),
    ).toMatchObject({ waves: null, timetable: { sendByLocalTime: true } })
  })

  test('a sender that may not send, a text that is not admitted, and a group that is not there; nothing changes', async () => {
    const { schedule, change, read, ids } = await open()
    const before = await schedule(LATER)
    const refused: readonly (readonly [SchedulePatch, string])[] = [
      [{ from: '99999', body: 'Other' }, 'sender-not-assigned'],
      [{ body: '\u0007', status: 'paused' }, 'unsupported-characters'],
      [{ body: 'bit.ly/1' }, 'compliance-violation'],
      [{ audience: { kind: 'groups', groups: [ids.next('grp')] } }, 'group-not-found'],
    ]
    for (const [patch, code] of refused) await expect(change(before.id, patch)).rejects.toMatchObject({ code })
    expect(await read(before.id)).toEqual(before)
  })
})
