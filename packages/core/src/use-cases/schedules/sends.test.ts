import { DAILY, NOW, aTimetable, memberNumber, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { withoutNulls } from '../../values/collections.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

const ONCE = aTimetable('2026-03-01T13:00')
const IN_TWO_ZONES = { contacts: [{ tz: null }, { tz: 'America/New_York' as const }] }
const LOCAL = aTimetable('2026-03-01T13:00', { sendByLocalTime: true })

describe('the sends of a schedule', () => {
  test('are listed newest first, with the id of each broadcast', async () => {
    const { schedule, at, sends, broadcast } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    for (const day of [1, 2, 3]) await at(`2026-03-0${day}T13:00:00Z`)
    const listed = await sends(id)
    expect(listed).toEqual(
      [3, 2, 1].map((day) => ({
        id: expect.stringMatching(/^snd_[0-9a-z]{26}$/),
        scheduledFor: `2026-03-0${day}T13:00:00.000Z`,
        zone: null,
        status: 'started',
        reason: null,
        broadcastId: expect.stringMatching(/^brc_/),
      })),
    )
    expect(new Set(listed.map(({ broadcastId }) => broadcastId)).size).toBe(3)
    for (const { broadcastId } of listed) expect((await broadcast(broadcastId!)).status).toBe('completed')
  })

  test('are listed only after they have started', async () => {
    const { schedule, at, sends, planned } = await open(IN_TWO_ZONES)
    const { id } = await schedule(LOCAL)
    await at('2026-03-01T13:00:00Z')
    expect(await sends(id)).toMatchObject([{ zone: 'UTC' }])
    expect(await planned(id)).toMatchObject([{ zone: 'America/New_York' }])
    await at('2026-03-01T18:00:00Z')
    expect(await sends(id)).toMatchObject([{ zone: 'America/New_York' }, { zone: 'UTC' }])
    expect(await planned(id)).toEqual([])
  })

  test('cannot be listed if the schedule is missing or of another account, nor can its upcoming times', async () => {
    const { sends, upcoming, ids } = await open()
    const theirs = await (await open()).schedule(ONCE)
    for (const id of [ids.next('sch'), theirs.id, 'nothing']) {
      await expect(sends(id)).rejects.toMatchObject({ code: 'schedule-not-found' })
      await expect(upcoming(id)).rejects.toMatchObject({ code: 'schedule-not-found' })
    }
  })
})

describe('schedule.send.completed', () => {
  test('is emitted once, when the broadcast of a send has ended', async () => {
    const { schedule, listenTo, at, sends, events, provider, clock, work } = await open()
    await listenTo('schedule.send.completed', 'schedule.send.failed')
    provider.script.push({ kind: 'try-later', afterMs: 60_000 })
    const { id } = await schedule(ONCE)
    await at('2026-03-01T13:00:00Z')
    expect(await events()).toEqual([])
    clock.advance(60_000)
    await work()
    const send = withoutNulls((await sends(id))[0]!)
    expect(await events()).toMatchObject([{ type: 'schedule.send.completed', data: { schedule: { id }, send } }])
  })

  test('is emitted for each zone separately', async () => {
    const { schedule, listenTo, at, events } = await open(IN_TWO_ZONES)
    await listenTo('schedule.send.completed')
    await schedule(LOCAL)
    await at('2026-03-01T13:00:00Z')
    expect(await events()).toHaveLength(1)
    await at('2026-03-01T18:00:00Z')
    expect(await events()).toMatchObject([
      { data: { send: { zone: 'UTC' } } },
      { data: { send: { zone: 'America/New_York' } } },
    ])
  })

  test('is not emitted for a broadcast without a schedule', async () => {
    const { start, contacts, listenTo, work, events } = await open()
    await listenTo('schedule.send.completed', 'broadcast.completed')
    const phones = contacts.map(({ phone }) => phone)
    await start({ recipients: { phones, keys: null, bodies: null, mediaUrls: null } })
    await work()
    expect(await events()).toMatchObject([{ type: 'broadcast.completed' }])
  })
})

describe('a broadcast that is canceled before its send starts', () => {
  test('is not sent: the send is skipped and reported, and the schedule ends as usual', async () => {
    const { schedule, listenTo, at, planned, cancel, sends, events, read, sentTo, credits } = await open(IN_TWO_ZONES)
    await listenTo('schedule.send.failed', 'schedule.send.completed')
    const { id } = await schedule(LOCAL)
    await at('2026-03-01T13:00:00Z')
    await cancel((await planned(id))[0]!.broadcast!)
    expect(await credits()).toMatchObject({ reserved: { sms: 0 } })
    await at('2026-03-01T18:00:00Z')
    expect(sentTo()).toEqual([memberNumber(0)])
    expect((await sends(id))[0]).toMatchObject({ zone: 'America/New_York', status: 'skipped', reason: 'canceled' })
    expect(await events()).toMatchObject([{ type: 'schedule.send.completed' }, { type: 'schedule.send.failed' }])
    expect((await read(id)).status).toBe('ended')
  })
})

describe('the ledger', () => {
  test('matches what was sent: two credits per recipient are reserved, and unused credits are released', async () => {
    const { schedule, at, sends, credits, costOf, optOut, sentTo } = await open(IN_TWO_ZONES)
    const { id } = await schedule({ ...LOCAL, recurrence: DAILY })
    await at('2026-03-01T13:00:00Z')
    expect((await credits()).reserved.sms).toBe(2)
    await at('2026-03-01T18:00:00Z')
    await at('2026-03-02T13:00:00Z')
    await optOut(memberNumber(1))
    await at('2026-03-02T18:00:00Z')
    expect(sentTo()).toHaveLength(3)
    const cost = await costOf(...(await sends(id)).map(({ broadcastId }) => broadcastId))
    expect(cost).toBe(2 + 2 + 1)
    expect(await credits()).toEqual({ sms: 1_000 - cost, mms: 0, reserved: { sms: 0, mms: 0 } })
  })
})

test('the retry of a send also renders the current date in the zone of the send', async () => {
  const fixture = await open()
  const { id } = await fixture.schedule(aTimetable('2026-03-02T09:00', { timezone: 'Pacific/Auckland' }), {
    body: '{{current_date}}',
  })
  fixture.provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'No' })
  await fixture.at('2026-03-01T20:00:00Z')
  const [send] = await fixture.sends(id)
  await fixture.retry(send!.broadcastId!)
  await fixture.at('2026-03-01T20:01:00Z')
  expect(fixture.provider.submitted.map(({ body }) => body)).toEqual(Array(4).fill('03/02/2026'))
})
