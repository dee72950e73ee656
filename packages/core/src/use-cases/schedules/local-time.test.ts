import { DAILY, aTimetable, memberNumber, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { SUPPORTED_ZONES } from '../../model/contacts/timezone.js'

/** A contact in each of the six zones, from east to west, and one without a zone. */
const EVERYWHERE = [...SUPPORTED_ZONES.map((tz) => ({ tz })), { tz: null }]

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory(), { contacts: EVERYWHERE, ...given })

const local = (at: string, given: Partial<Parameters<typeof aTimetable>[1]> = {}) =>
  aTimetable(at, { timezone: 'Europe/London', sendByLocalTime: true, ...given })

describe('with sendByLocalTime,', () => {
  test('each zone starts exactly at its local time, and contacts without a zone at the time of the schedule', async () => {
    const { schedule, at, sentTo, sends } = await open()
    const { id } = await schedule(local('2026-03-02T09:00'))
    const starts = [
      ['2026-03-02T09:00:00.000Z', 6, 'Europe/London'],
      ['2026-03-02T14:00:00.000Z', 0, 'America/New_York'],
      ['2026-03-02T15:00:00.000Z', 1, 'America/Chicago'],
      ['2026-03-02T16:00:00.000Z', 2, 'America/Denver'],
      ['2026-03-02T17:00:00.000Z', 3, 'America/Los_Angeles'],
      ['2026-03-02T18:00:00.000Z', 4, 'America/Anchorage'],
      ['2026-03-02T19:00:00.000Z', 5, 'Pacific/Honolulu'],
    ] as const
    for (const [i, [instant, member, zone]] of starts.entries()) {
      await at(new Date(Date.parse(instant) - 1).toISOString())
      expect(sentTo()).toHaveLength(i)
      await at(instant)
      expect(sentTo().slice(i)).toEqual([memberNumber(member)])
      expect((await sends(id))[0]).toMatchObject({ status: 'started', zone, scheduledFor: instant })
    }
  })

  test('a schedule ends when the last zone has started, and nextScheduledFor does not change until then', async () => {
    const { schedule, at, read, upcoming } = await open()
    const { id } = await schedule(local('2026-03-02T09:00'))
    for (const hour of ['09', '14', '18']) {
      await at(`2026-03-02T${hour}:00:00Z`)
      expect(await read(id)).toMatchObject({ status: 'active', nextScheduledFor: '2026-03-02T09:00:00.000Z' })
    }
    expect(await upcoming(id)).toEqual(['2026-03-02T19:00:00.000Z'])
    await at('2026-03-02T19:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
  })

  test('a schedule ends with the last zone that has contacts, and contacts without a zone belong to the zone of the schedule', async () => {
    const { schedule, at, read, sends, sentTo } = await open({ contacts: [{ tz: 'America/Denver' }, { tz: null }] })
    const { id } = await schedule(local('2026-03-02T09:00', { timezone: 'America/Denver' }))
    await at('2026-03-02T16:00:00Z')
    expect(sentTo()).toHaveLength(2)
    expect(await sends(id)).toMatchObject([{ zone: 'America/Denver', status: 'started' }])
    expect((await read(id)).status).toBe('ended')
  })

  test('a zone can start before nextScheduledFor', async () => {
    const { schedule, at, sentTo, read } = await open()
    const { id } = await schedule(local('2026-03-02T09:00', { timezone: 'Pacific/Honolulu', recurrence: DAILY }))
    expect((await read(id)).nextScheduledFor).toBe('2026-03-02T19:00:00.000Z')
    await at('2026-03-02T14:00:00Z')
    expect(sentTo()).toEqual([memberNumber(0)])
    expect((await read(id)).nextScheduledFor).toBe('2026-03-03T19:00:00.000Z')
    await at('2026-03-02T19:00:00Z')
    expect(sentTo().slice(-2).sort()).toEqual([memberNumber(5), memberNumber(6)])
  })

  test('a contact who joins after the first instant is left out; one who changes zones gets one message', async () => {
    const { schedule, at, sentTo, contact, contacts, member, group, run } = await open()
    await schedule(local('2026-03-02T09:00', { recurrence: DAILY }))
    for (const hour of ['09', '14']) await at(`2026-03-02T${hour}:00:00Z`)
    const late = await contact({ phone: memberNumber(9_999), tz: 'Pacific/Honolulu' })
    await member(late, group)
    const moved = [
      { ...contacts[0]!, tz: 'Pacific/Honolulu' },
      { ...contacts[5]!, tz: 'America/New_York' },
    ] as const
    await run((stores) => stores.contacts.save(moved))
    for (const hour of [15, 16, 17, 18, 19]) await at(`2026-03-02T${hour}:00:00Z`)
    expect(sentTo().toSorted()).toEqual(contacts.map(({ phone }) => phone))
    for (const hour of ['09', '14']) await at(`2026-03-03T${hour}:00:00Z`)
    expect(sentTo().slice(-2)).toEqual([memberNumber(6), memberNumber(5)])
  })

  test('consent is checked at dispatch: a STOP after the first instant is respected', async () => {
    const { schedule, at, sentTo, optOut } = await open()
    await schedule(local('2026-03-02T09:00'))
    await at('2026-03-02T09:00:00Z')
    await optOut(memberNumber(5))
    await at('2026-03-02T19:00:00Z')
    expect(sentTo()).not.toContain(memberNumber(5))
  })

  test('zones without contacts have no send', async () => {
    const { schedule, at, sends } = await open({ contacts: [{ tz: 'America/Chicago' }] })
    const { id } = await schedule(local('2026-03-02T09:00'))
    for (const hour of ['09', 15, 19]) await at(`2026-03-02T${hour}:00:00Z`)
    expect(await sends(id)).toMatchObject([{ zone: 'America/Chicago' }])
  })

  test('an empty audience is recorded as one failed send', async () => {
    const { schedule, at, sends, read } = await open({ contacts: [] })
    const { id } = await schedule(local('2026-03-02T09:00'))
    await at('2026-03-02T09:00:00Z')
    expect(await sends(id)).toMatchObject([
      { status: 'failed', reason: 'empty_audience', zone: null, scheduledFor: '2026-03-02T09:00:00.000Z' },
    ])
    expect((await read(id)).status).toBe('ended')
  })

  test('an occurrence counts once, whatever the results of its zones', async () => {
    const contacts = [{ tz: null }, { tz: 'America/New_York' as const }, { tz: 'Pacific/Honolulu' as const }]
    const { schedule, at, sends, sentTo, read, planned, cancel, upcoming } = await open({ contacts, credits: 9 })
    const recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 3 } as const
    const { id } = await schedule(local('2026-03-02T09:00', { recurrence }))
    await at('2026-03-02T13:30:00Z')
    const [, last] = await planned(id)
    await cancel(last!.broadcast!)
    for (const time of ['02T14', '02T19', '03T09', '03T14', '03T19']) await at(`2026-03-${time}:00:00Z`)
    expect(await upcoming(id)).toEqual(['2026-03-04T09:00:00.000Z'])
    for (const time of ['04T09', '04T14', '04T21', '05T09']) await at(`2026-03-${time}:00:00Z`)
    expect((await sends(id)).map(({ scheduledFor, reason }) => `${scheduledFor.slice(8, 10)} ${reason}`)).toEqual([
      '04 insufficient_credits',
      '04 insufficient_credits',
      '04 null',
      '03 null',
      '03 null',
      '03 null',
      '02 canceled',
      '02 null',
      '02 too_late',
    ])
    expect(sentTo()).toHaveLength(5)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
  })

  test('a zone that is more than 1 hour late is skipped and reported, and the others start', async () => {
    const { schedule, listenTo, at, sends, sentTo, events, credits } = await open()
    await listenTo('schedule.send.failed')
    const { id } = await schedule(local('2026-03-02T09:00'))
    await at('2026-03-02T15:30:00Z')
    expect(sentTo()).toEqual([memberNumber(1)])
    expect(await sends(id)).toMatchObject([
      { zone: 'America/Chicago', status: 'started' },
      { zone: 'America/New_York', status: 'skipped', reason: 'too_late', broadcastId: null },
      { zone: 'Europe/London', status: 'skipped', reason: 'too_late', broadcastId: null },
    ])
    expect(await events()).toHaveLength(2)
    expect((await credits()).reserved.sms).toBe(8)
    for (const hour of [16, 17, 18, 19]) await at(`2026-03-02T${hour}:00:00Z`)
    expect(sentTo()).toHaveLength(5)
  })

  test('merge tags use the current date in the recipient’s zone', async () => {
    const contacts = [{ tz: 'America/New_York' as const }, { tz: null }]
    const { create, at, provider } = await open({ contacts })
    const timetable = local('2026-03-02T09:00', { timezone: 'Pacific/Kiritimati' })
    await create({ timetable, body: '{{current_date}}' })
    await at('2026-03-01T19:00:00Z')
    await at('2026-03-02T14:00:00Z')
    expect(provider.submitted.map(({ body }) => body)).toEqual(['03/02/2026', '03/02/2026'])
  })
})

describe('on a day when clocks change', () => {
  test('a time in the gap of a zone moves forward by the gap, but only in that zone', async () => {
    const contacts = [{ tz: 'America/New_York' as const }, { tz: 'Pacific/Honolulu' as const }]
    const { schedule, at, sends } = await open({ contacts })
    const { id } = await schedule(local('2026-03-08T02:30'))
    for (const time of ['02:30', '07:30', '12:30']) await at(`2026-03-08T${time}:00Z`)
    expect(await sends(id)).toMatchObject([
      { zone: 'Pacific/Honolulu', scheduledFor: '2026-03-08T12:30:00.000Z', status: 'started' },
      { zone: 'America/New_York', scheduledFor: '2026-03-08T07:30:00.000Z', status: 'started' },
    ])
  })

  test('a send at a time that occurs twice in a zone starts at the first of the two', async () => {
    const contacts = [{ tz: 'America/New_York' as const }]
    const { schedule, at, sends, sentTo } = await open({ contacts })
    const { id } = await schedule(local('2026-11-01T01:30', { recurrence: DAILY }))
    for (const time of ['01:30', '05:30', '06:30']) await at(`2026-11-01T${time}:00Z`)
    expect(sentTo()).toHaveLength(1)
    expect(await sends(id)).toMatchObject([{ scheduledFor: '2026-11-01T05:30:00.000Z' }])
    for (const time of ['01:30', '06:30']) await at(`2026-11-02T${time}:00Z`)
    expect(await sends(id)).toMatchObject([{ scheduledFor: '2026-11-02T06:30:00.000Z' }, {}])
  })
})
