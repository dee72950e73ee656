import { DAILY, aTimetable, memberNumber, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recurrence } from '../../model/schedules/timetable.js'
import { parseWallClock } from '../../values/time/wall-clock.js'
import type { SchedulePatch } from './schedule-request.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory(), given)

const THREE_TIMES: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 3 }

describe('an occurrence', () => {
  test('is sent at its time, and not before', async () => {
    const { schedule, at, sentTo, read, sends } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00'))
    await at('2026-03-01T12:59:59.999Z')
    expect(sentTo()).toHaveLength(0)
    expect(await sends(id)).toEqual([])
    await at('2026-03-01T13:00:00Z')
    expect(sentTo()).toHaveLength(3)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    expect(await sends(id)).toMatchObject([
      { status: 'started', scheduledFor: '2026-03-01T13:00:00.000Z', zone: null, reason: null },
    ])
  })

  test('is followed by the next one of its pattern', async () => {
    const { schedule, at, sentTo, read } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    for (const day of ['01', '02', '03']) await at(`2026-03-${day}T13:00:00Z`)
    expect(sentTo()).toHaveLength(9)
    expect(await read(id)).toMatchObject({ status: 'active', nextScheduledFor: '2026-03-04T13:00:00.000Z' })
  })

  test('keeps its wall clock: the occurrence after one that was moved by a gap is at the scheduled time', async () => {
    const { schedule, at, sends, read } = await open()
    const daily = aTimetable('2026-03-07T02:30', { timezone: 'America/New_York', recurrence: DAILY })
    const { id } = await schedule(daily)
    for (const instant of ['2026-03-07T07:30:00Z', '2026-03-08T07:29:59Z', '2026-03-08T07:30:00Z']) await at(instant)
    expect(await sends(id)).toMatchObject([{ scheduledFor: '2026-03-08T07:30:00.000Z' }, { status: 'started' }])
    expect((await read(id)).nextScheduledFor).toBe('2026-03-09T06:30:00.000Z')
  })

  test('creates a broadcast, whose id is in its send', async () => {
    const { schedule, at, sends, broadcast } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00'))
    await at('2026-03-01T13:00:00Z')
    const [send] = await sends(id)
    expect(await broadcast(send!.broadcastId!)).toMatchObject({
      status: 'completed',
      body: 'Hello',
      totalRecipients: 3,
      counts: { sent: 3 },
    })
  })

  test('evaluates its audience again: it includes new members, but not those who left or opted out', async () => {
    const { schedule, at, sentTo, contact, contacts, member, group, optOut } = await open()
    await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await at('2026-03-01T13:00:00Z')
    const [one, other, left] = contacts
    const joined = await contact({ phone: memberNumber(9_999) })
    await member(joined, group)
    await member(left!, group, { state: 'removed' })
    await optOut(other!.phone)
    await at('2026-03-02T13:00:00Z')
    expect(sentTo().slice(3)).toEqual([one!.phone, joined.phone])
  })

  test('is sent once to a contact who is in several groups of its audience', async () => {
    const { create, group, anotherGroup, contacts, member, at, sentTo } = await open()
    const other = await anotherGroup({ name: 'Other' })
    for (const contact of contacts) await member(contact, other)
    const timetable = aTimetable('2026-03-01T13:00')
    await create({ timetable, audience: { kind: 'groups', groups: [group.id, other.id] } })
    await at('2026-03-01T13:00:00Z')
    expect(sentTo()).toEqual(contacts.map(({ phone }) => phone))
  })

  test('is sent to the contacts of a contact list who may be texted, and its schedule shows no groups', async () => {
    const { create, account, contacts, contact, run, ids, at, sentTo } = await open()
    const stranger = await contact({ phone: memberNumber(9_999) })
    const list = ids.next('lst')
    await run(async ({ contactLists }) => {
      await contactLists.put({ id: list, account: account.id, name: 'Guests', createdAt: new Date(0) })
      await contactLists.addMembers(account.id, list, [contacts[0]!.phone, stranger.phone])
    })
    const { schedule } = await create({ timetable: aTimetable('2026-03-01T13:00'), audience: { kind: 'list', list } })
    expect(schedule.groups).toBeNull()
    await at('2026-03-01T13:00:00Z')
    expect(sentTo()).toEqual([contacts[0]!.phone])
  })

  test('renders merge tags with the current date in the timezone of the schedule, not of the account', async () => {
    const { create, at, provider } = await open()
    const timetable = aTimetable('2026-03-02T09:00', { timezone: 'Pacific/Kiritimati' })
    await create({ timetable, body: '{{current_date}}' })
    await at('2026-03-01T19:00:00Z')
    expect(provider.submitted.map(({ body }) => body)).toEqual(Array(3).fill('03/02/2026'))
  })
})

describe('the end of a schedule', () => {
  test('is reached when endAfterOccurrences occurrences have started', async () => {
    const { schedule, at, sentTo, read, upcoming } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: THREE_TIMES }))
    expect(await upcoming(id)).toHaveLength(3)
    for (const day of ['01', '02']) await at(`2026-03-${day}T13:00:00Z`)
    expect(await read(id)).toMatchObject({ status: 'active', nextScheduledFor: '2026-03-03T13:00:00.000Z' })
    expect(await upcoming(id)).toEqual(['2026-03-03T13:00:00.000Z'])
    for (const day of ['03', '04']) await at(`2026-03-${day}T13:00:00Z`)
    expect(sentTo()).toHaveLength(9)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    expect(await upcoming(id)).toEqual([])
  })

  test('is reached with the last occurrence up to and including endOnDate', async () => {
    const { schedule, at, sentTo, read } = await open()
    const endOnDate = parseWallClock('2026-03-02T13:00')!
    const recurrence: Recurrence = { ...DAILY, endType: 'onDate', endOnDate }
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence }))
    for (const day of ['01', '02', '03']) await at(`2026-03-${day}T13:00:00Z`)
    expect(sentTo()).toHaveLength(6)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
  })

  test('leaves it in the list, and every later change is refused', async () => {
    const { schedule, at, list, change, read } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00'))
    await at('2026-03-01T13:00:00Z')
    const ended = await read(id)
    const patches: readonly SchedulePatch[] = [
      {},
      { body: 'Other' },
      { status: 'active' },
      { timetable: aTimetable('2027-01-01T00:00') },
    ]
    for (const patch of patches) {
      await expect(change(id, patch)).rejects.toMatchObject({ code: 'schedule-ended' })
    }
    expect((await list({ statuses: ['ended'] })).results).toEqual([ended])
  })
})
