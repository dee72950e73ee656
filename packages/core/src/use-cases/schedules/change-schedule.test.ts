import { DAILY, NOW, aTimetable, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recurrence } from '../../model/schedules/timetable.js'
import type { ScheduleId } from '../../values/ids.js'
import type { SchedulePatch } from './schedule-request.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

const LATER = aTimetable('2026-03-01T13:00')
const TWICE: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }
const ONE_A_MINUTE = { recipientsPerWave: 1, waveIntervalMinutes: 1 }

describe('a change', () => {
  test('affects only the submitted fields', async () => {
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

  test('of the timetable replaces it as a whole', async () => {
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

  test('of the timetable moves the send, both to an earlier and to a later time', async () => {
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

  test('of the timetable restarts the count of occurrences', async () => {
    const { schedule, change, at, sentTo, read } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: TWICE }))
    await at('2026-03-01T13:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-02T09:00', { recurrence: TWICE }) })
    for (const time of ['02T09', '02T13', '03T09', '04T09']) await at(`2026-03-${time}:00:00Z`)
    expect(sentTo()).toHaveLength(9)
    expect((await read(id)).status).toBe('ended')
  })

  test('may set `at` up to 1 hour in the past, but not further, and the schedule then sends immediately', async () => {
    const { schedule, change, work, sentTo } = await open()
    const { id } = await schedule(LATER)
    const passed = change(id, { timetable: aTimetable('2026-03-01T10:59:59') })
    await expect(passed).rejects.toMatchObject({ code: 'schedule-in-past' })
    await change(id, { timetable: aTimetable('2026-03-01T11:00') })
    await work()
    expect(sentTo()).toHaveLength(3)
  })

  test('of another field does not validate an `at` that has long passed', async () => {
    const { schedule, change, at } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-02T12:00:00Z')
    expect(await change(id, { body: 'Other' })).toMatchObject({ nextScheduledFor: '2026-03-02T13:00:00.000Z' })
  })

  test('of the audience can replace a contact list; a change of other fields keeps the list', async () => {
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

describe('a change is refused', () => {
  test('for a missing schedule, a schedule of another account, or an invalid id, whatever the change contains', async () => {
    const { change, read, ids } = await open()
    const theirs = await (await open()).schedule(LATER)
    for (const id of [ids.next('sch'), theirs.id, 'nothing', '']) {
      await expect(change(id, { from: '99999' })).rejects.toMatchObject({ code: 'schedule-not-found' })
      await expect(read(id as ScheduleId)).rejects.toMatchObject({ code: 'schedule-not-found' })
    }
  })

  test('if it combines fields that exclude each other, even if one of them is stored', async () => {
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

  test('with an invalid sender, text or group, and nothing is changed', async () => {
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
