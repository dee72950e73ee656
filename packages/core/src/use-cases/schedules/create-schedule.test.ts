import { DAILY, NOW, aTimetable, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { WaveConfig } from '../../model/schedules/waves.js'
import type { Recurrence } from '../../model/schedules/timetable.js'
import { parseWallClock } from '../../values/time/wall-clock.js'
import type { CreateScheduleInput } from './create-schedule.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

type Requested = Pick<CreateScheduleInput, 'audience' | 'timetable' | 'from' | 'body'>

const LATER = aTimetable('2026-03-01T13:00')

describe('a new schedule', () => {
  test('is active, with its next send as an instant', async () => {
    const { schedule, group, from } = await open()
    expect(await schedule(LATER)).toEqual({
      id: expect.stringMatching(/^sch_[0-9a-z]{26}$/),
      status: 'active',
      timing: 'oneTime',
      timetable: { at: '2026-03-01T13:00:00', timezone: 'UTC', sendByLocalTime: false, recurrence: null },
      nextScheduledFor: '2026-03-01T13:00:00.000Z',
      from,
      body: 'Hello',
      groups: [group.id],
      waves: null,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
    })
  })

  test('is recurring if it has a recurrence, and its first send is at `at`, even outside the pattern', async () => {
    const { schedule, upcoming } = await open()
    const weekly = { frequency: 'weekly', interval: 1, daysOfWeek: ['wed', 'mon'], endType: 'never' } as const
    const { id, timing } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: weekly }))
    expect(timing).toBe('recurring')
    expect(await upcoming(id, 3)).toEqual([
      '2026-03-01T13:00:00.000Z',
      '2026-03-02T13:00:00.000Z',
      '2026-03-04T13:00:00.000Z',
    ])
  })

  test.each([
    ['does not exist on a spring-forward day moves forward by the gap', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['occurs twice on a fall-back day uses the first one', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('with a time that %s', async (_, at, instant) => {
    const { schedule } = await open()
    const { nextScheduledFor } = await schedule(aTimetable(at, { timezone: 'America/New_York' }))
    expect(nextScheduledFor).toBe(instant)
  })

  test('with sendByLocalTime has `at` in its own timezone as the next send', async () => {
    const { schedule } = await open()
    const local = aTimetable('2026-03-02T09:00', { timezone: 'Pacific/Honolulu', sendByLocalTime: true })
    expect((await schedule(local)).nextScheduledFor).toBe('2026-03-02T19:00:00.000Z')
  })

  test('needs neither credits nor recipients: both are checked at each send', async () => {
    const { schedule } = await open({ credits: 0, contacts: [] })
    expect(await schedule(LATER)).toMatchObject({ status: 'active' })
  })
})

describe('`at`', () => {
  test('may be up to 1 hour in the past, and the schedule then sends immediately', async () => {
    const { schedule, work, sentTo, sends } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T11:00'))
    await work()
    expect(sentTo()).toHaveLength(3)
    expect(await sends(id)).toMatchObject([{ status: 'started', scheduledFor: '2026-03-01T11:00:00.000Z' }])
  })

  test('is refused if it is further in the past', async () => {
    const { schedule } = await open()
    const made = schedule(aTimetable('2026-03-01T10:59:59', { recurrence: DAILY }))
    await expect(made).rejects.toMatchObject({ code: 'schedule-in-past' })
  })

  test('is compared with the current time in the timezone of the schedule if sendByLocalTime is set', async () => {
    const { schedule } = await open()
    const local = (at: string, timezone: string) => schedule(aTimetable(at, { timezone, sendByLocalTime: true }))
    expect((await local('2026-03-01T03:00', 'America/Los_Angeles')).status).toBe('active')
    const passed = local('2026-03-01T05:59', 'America/New_York')
    await expect(passed).rejects.toMatchObject({ code: 'schedule-in-past' })
  })

  test('must not be later than endOnDate', async () => {
    const { schedule } = await open()
    const until = (end: string) =>
      schedule(
        aTimetable('2026-03-01T13:00', {
          recurrence: { ...DAILY, endType: 'onDate', endOnDate: parseWallClock(end)! },
        }),
      )
    expect((await until('2026-03-01T13:00')).status).toBe('active')
    await expect(until('2026-03-01T12:59:59')).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: [{ field: 'schedule.recurrence.endOnDate' }] },
    })
  })
})

describe('a request is refused', () => {
  test('with both sendByLocalTime and waveConfig', async () => {
    const { create } = await open()
    const timetable = aTimetable('2026-03-01T13:00', { sendByLocalTime: true })
    const made = create({ timetable, waves: { recipientsPerWave: 1, waveIntervalMinutes: 1 } })
    await expect(made).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: [{ field: 'waveConfig' }] },
    })
  })

  test('with a number out of range, before the next occurrence is computed', async () => {
    const { create } = await open()
    const monthly = { frequency: 'monthly', interval: 1.5, dayOfMonth: 32 } as const
    const ends = { endType: 'afterOccurrences', endAfterOccurrences: 0 } as const
    const fieldsOf = (recurrence: Recurrence, waves: WaveConfig | null) =>
      create({ timetable: aTimetable('2026-03-01T13:00', { recurrence }), waves }).catch(
        (error: unknown) => (error as { details: { fields: { field: string }[] } }).details.fields,
      )
    expect(await fieldsOf({ ...monthly, ...ends }, { recipientsPerWave: NaN, waveIntervalMinutes: 0 })).toMatchObject([
      { field: 'schedule.recurrence.interval', message: 'must be a whole number from 1 to 12' },
      { field: 'schedule.recurrence.dayOfMonth' },
      { field: 'schedule.recurrence.endAfterOccurrences' },
      { field: 'waveConfig.recipientsPerWave' },
      { field: 'waveConfig.waveIntervalMinutes' },
    ])
    const never = { frequency: 'weekly', interval: 0, daysOfWeek: [], endType: 'never' } as const
    expect(await fieldsOf(never, null)).toMatchObject([
      { field: 'schedule.recurrence.interval' },
      { field: 'schedule.recurrence.daysOfWeek' },
    ])
  })

  test('with a group of another account, as if it did not exist', async () => {
    const fixture = await open()
    const theirs = await open()
    const made = fixture.create({ timetable: LATER, audience: { kind: 'groups', groups: [theirs.group.id] } })
    await expect(made).rejects.toMatchObject({ code: 'group-not-found' })
  })

  test('with an unknown contact list', async () => {
    const { create, ids } = await open()
    const made = create({ timetable: LATER, audience: { kind: 'list', list: ids.next('lst') } })
    await expect(made).rejects.toMatchObject({ code: 'contact-list-not-found' })
  })

  test('with an inactive sender', async () => {
    const { schedule } = await open({ sender: { status: 'inactive' } })
    await expect(schedule(LATER)).rejects.toMatchObject({ code: 'sender-not-active' })
  })

  test('for malformed input first, then missing groups, then the time, the sender, and the text', async () => {
    const { create, group, ids, from } = await open()
    let request: Requested = {
      audience: { kind: 'groups', groups: ['grp_1', ids.next('grp')] },
      timetable: aTimetable('2026-03-01T10:00'),
      from: '+12025550199',
      body: 'bit.ly/1 \u0007',
    }
    const corrections: readonly (readonly [string, Partial<Requested>])[] = [
      ['invalid-group-id', { audience: { kind: 'groups', groups: [group.id, ids.next('grp')] } }],
      ['group-not-found', { audience: { kind: 'groups', groups: [group.id, group.id] } }],
      ['schedule-in-past', { timetable: LATER }],
      ['sender-not-assigned', { from }],
      ['unsupported-characters', { body: 'bit.ly/1' }],
      ['compliance-violation', { body: 'Hello' }],
    ]
    for (const [code, correction] of corrections) {
      await expect(create(request)).rejects.toMatchObject({ code })
      request = { ...request, ...correction }
    }
    expect((await create(request)).schedule.groups).toEqual([group.id])
  })
})
