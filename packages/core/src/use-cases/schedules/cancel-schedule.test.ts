import {
  DAILY,
  NOW,
  aTimetable,
  crashingProcess,
  schedulingFixture,
  unacknowledgedCommits,
  type SchedulingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

const ONCE = aTimetable('2026-03-01T13:00')
const IN_TWO_ZONES = { contacts: [{ tz: null }, { tz: 'America/New_York' as const }] }
const LOCAL = aTimetable('2026-03-02T09:00', { sendByLocalTime: true, recurrence: DAILY })
type Fixture = Awaited<ReturnType<typeof open>>

const NOTHING_RESERVED = { sms: 1_000, mms: 0, reserved: { sms: 0, mms: 0 } }

describe('deleting a schedule that never sent anything', () => {
  test.each(['active', 'paused'] as const)(
    'removes it whether it is %s, and nothing is sent afterwards',
    async (status) => {
      const { schedule, change, remove, read, list, at, sentTo } = await open()
      const { id } = await schedule(ONCE)
      await change(id, { status })
      await remove(id)
      await expect(read(id)).rejects.toMatchObject({ code: 'schedule-not-found' })
      expect((await list()).totalCount).toBe(0)
      await at('2026-03-01T13:00:00Z')
      expect(sentTo()).toEqual([])
      await expect(remove(id)).rejects.toMatchObject({ code: 'schedule-not-found' })
    },
  )

  test('cancels the broadcasts of its planned sends, and releases their credits', async () => {
    const { schedule, remove, at, planned, broadcast, credits, sentTo, read } = await open({
      contacts: [{ tz: 'America/New_York' }, { tz: 'America/Denver' }],
    })
    const { id } = await schedule(LOCAL)
    await at('2026-03-02T09:00:00Z')
    const broadcasts = (await planned(id)).map((send) => send.broadcast!)
    expect(broadcasts).toHaveLength(2)
    expect((await credits()).reserved.sms).toBe(4)
    await remove(id)
    for (const one of broadcasts) expect((await broadcast(one)).status).toBe('canceled')
    expect(await credits()).toEqual(NOTHING_RESERVED)
    await expect(read(id)).rejects.toMatchObject({ code: 'schedule-not-found' })
    for (const hour of [14, 16]) await at(`2026-03-02T${hour}:00:00Z`)
    expect(sentTo()).toEqual([])
  })

  test('removes it even if its sends were skipped or failed', async () => {
    const { schedule, remove, at, list, sends } = await open({ contacts: [] })
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    for (const time of ['13', '20']) await at(`2026-03-01T${time}:00:00Z`)
    expect(await sends(id)).toHaveLength(1)
    await remove(id)
    expect((await list()).totalCount).toBe(0)
  })

  test('can be repeated after a crash between any two steps', async () => {
    let deaths = 0
    for (let hasDied = true; hasDied;) {
      const adapters = inMemory({ now: NOW })
      const process = crashingProcess(adapters.unitOfWork)
      const fixture = await schedulingFixture(
        { ...adapters, unitOfWork: process.unitOfWork },
        { contacts: [{ tz: 'America/New_York' }, { tz: 'America/Denver' }] },
      )
      const { id } = await fixture.schedule(LOCAL)
      await fixture.at('2026-03-02T09:00:00Z')
      process.livesFor(deaths)
      await fixture.remove(id).catch(() => undefined)
      hasDied = process.revive()
      if (hasDied) deaths++
      if (hasDied) await fixture.remove(id)
      expect((await fixture.list()).totalCount).toBe(0)
      for (const hour of [14, 16]) await fixture.at(`2026-03-02T${hour}:00:00Z`)
      expect(fixture.sentTo()).toEqual([])
      expect(await fixture.credits()).toEqual(NOTHING_RESERVED)
    }
    expect(deaths).toBe(4)
  })
})

describe('deleting a schedule that has sent messages', () => {
  test.each(['active', 'paused'] as const)('ends it whether it is %s, and it stays in the list', async (status) => {
    const { schedule, change, remove, read, list, upcoming, at, sentTo } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await at('2026-03-01T13:00:00Z')
    await change(id, { status })
    await remove(id)
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    expect((await list({ statuses: ['ended'] })).totalCount).toBe(1)
    expect(await upcoming(id)).toEqual([])
    await at('2026-03-02T13:00:00Z')
    expect(sentTo()).toHaveLength(3)
  })

  test('cancels the zones that have not started, and releases their credits', async () => {
    const { schedule, remove, at, sends, planned, broadcast, credits, costOf, sentTo } = await open(IN_TWO_ZONES)
    const { id } = await schedule(LOCAL)
    await at('2026-03-02T09:00:00Z')
    const [inNewYork] = await planned(id)
    await remove(id)
    const listed = await sends(id)
    expect(listed).toMatchObject([
      { zone: 'America/New_York', status: 'skipped', reason: 'canceled' },
      { zone: 'UTC', status: 'started' },
    ])
    expect((await broadcast(inNewYork!.broadcast!)).status).toBe('canceled')
    const spent = await costOf(...listed.map(({ broadcastId }) => broadcastId))
    expect(await credits()).toEqual({ ...NOTHING_RESERVED, sms: 1_000 - spent })
    await at('2026-03-02T14:00:00Z')
    expect(sentTo()).toHaveLength(1)
  })

  test('cancels the messages that the provider has not accepted yet', async () => {
    const { schedule, remove, at, sends, broadcast, credits, provider, clock, work } = await open()
    provider.script.push(...[1, 2, 3].map(() => ({ kind: 'try-later', afterMs: 60_000 }) as const))
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))
    await at('2026-03-01T13:00:00Z')
    await remove(id)
    expect((await broadcast((await sends(id))[0]!.broadcastId!)).status).toBe('canceled')
    expect(await credits()).toEqual(NOTHING_RESERVED)
    clock.advance(60_000)
    await work()
    expect(provider.submitted).toHaveLength(3)
  })

  test('ends it even if it sent only under an earlier timetable', async () => {
    const { schedule, change, remove, at, read } = await open()
    const { id } = await schedule(ONCE, { timetable: aTimetable('2026-03-01T13:00', { recurrence: DAILY }) })
    await at('2026-03-01T13:00:00Z')
    await change(id, { timetable: aTimetable('2026-04-01T13:00') })
    await remove(id)
    expect((await read(id)).status).toBe('ended')
  })
})

describe('deleting an ended schedule that is still sending', () => {
  const ONE_EVERY_FIVE = { waves: { recipientsPerWave: 1, waveIntervalMinutes: 5 } }
  const theBroadcastOf = async ({ sends }: Fixture, id: string) => (await sends(id))[0]!.broadcastId!

  test('cancels the remaining waves, releases their credits, and emits the completion of the send once', async () => {
    const fixture = await open()
    const { schedule, listenTo, at, remove, read, sends, broadcast, credits, costOf, events, sentTo } = fixture
    await listenTo('broadcast.completed', 'schedule.send.completed', 'schedule.send.failed')
    const { id } = await schedule(ONCE, ONE_EVERY_FIVE)
    await at('2026-03-01T13:00:00Z')
    const [before, sent] = [await read(id), await sends(id)]
    expect(before.status).toBe('ended')
    expect(await events()).toEqual([])
    for (let times = 0; times < 2; times++) {
      await remove(id)
      const one = await theBroadcastOf(fixture, id)
      expect(await broadcast(one)).toMatchObject({ status: 'canceled', counts: { sent: 1, queued: 0 } })
      expect(await credits()).toEqual({ ...NOTHING_RESERVED, sms: 1_000 - (await costOf(one)) })
      expect((await events()).map(({ type }) => type)).toEqual(['broadcast.completed', 'schedule.send.completed'])
      expect([await read(id), await sends(id)]).toEqual([before, sent])
    }
    for (const minute of ['05', 10]) await at(`2026-03-01T13:${minute}:00Z`)
    expect(sentTo()).toHaveLength(1)
    expect(await events()).toHaveLength(2)
  })

  test('cancels the unsent messages of its last zone', async () => {
    const { schedule, at, remove, read, provider, credits, clock, work, sentTo } = await open(IN_TWO_ZONES)
    const { id } = await schedule(aTimetable('2026-03-02T09:00', { sendByLocalTime: true }))
    await at('2026-03-02T09:00:00Z')
    provider.script.push({ kind: 'try-later', afterMs: 60_000 })
    await at('2026-03-02T14:00:00Z')
    expect((await read(id)).status).toBe('ended')
    await remove(id)
    expect((await credits()).reserved).toEqual(NOTHING_RESERVED.reserved)
    const before = sentTo().length
    clock.advance(60_000)
    await work()
    expect(sentTo()).toHaveLength(before)
  })

  test('cancels the waves of each of its occurrences', async () => {
    const fixture = await open()
    const { schedule, at, remove, read, sends, broadcast, credits } = fixture
    const recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 } as const
    const waves = { recipientsPerWave: 1, waveIntervalMinutes: 1_440 }
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence }), { waves })
    for (const day of [1, 2]) await at(`2026-03-0${day}T13:00:00Z`)
    expect((await read(id)).status).toBe('ended')
    await remove(id)
    for (const { broadcastId } of await sends(id)) expect((await broadcast(broadcastId!)).status).toBe('canceled')
    expect((await credits()).reserved).toEqual(NOTHING_RESERVED.reserved)
  })

  test('cancels sends that began under an earlier timetable', async () => {
    const { schedule, change, sender, at, remove, read, sentTo } = await open()
    const { id } = await schedule({ ...ONCE, recurrence: DAILY }, ONE_EVERY_FIVE)
    await at('2026-03-01T13:00:00Z')
    await change(id, { timetable: aTimetable('2026-03-01T13:01') })
    await sender({ status: 'inactive' })
    await at('2026-03-01T13:01:00Z')
    await sender({ status: 'active' })
    expect((await read(id)).status).toBe('ended')
    await remove(id)
    await at('2026-03-01T13:05:00Z')
    expect(sentTo()).toHaveLength(1)
  })

  test('does not cancel the retry of one of its broadcasts', async () => {
    const fixture = await open()
    const { schedule, at, remove, retry, work, provider } = fixture
    provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'No' })
    const { id } = await schedule(ONCE)
    await at('2026-03-01T13:00:00Z')
    await retry(await theBroadcastOf(fixture, id))
    await remove(id)
    await work()
    expect(provider.submitted).toHaveLength(4)
  })

  test('can be called again after a crash between any two steps', async () => {
    let deaths = 0
    for (let hasDied = true; hasDied;) {
      const adapters = inMemory({ now: NOW })
      const process = crashingProcess(adapters.unitOfWork)
      const fixture = await schedulingFixture({ ...adapters, unitOfWork: process.unitOfWork })
      await fixture.listenTo('broadcast.completed')
      const { id } = await fixture.schedule(ONCE, ONE_EVERY_FIVE)
      await fixture.at('2026-03-01T13:00:00Z')
      process.livesFor(deaths)
      await fixture.remove(id).catch(() => undefined)
      hasDied = process.revive()
      if (hasDied) deaths++
      if (hasDied) await fixture.remove(id)
      for (const minute of ['05', 10]) await fixture.at(`2026-03-01T13:${minute}:00Z`)
      expect(fixture.sentTo()).toHaveLength(1)
      expect(await fixture.events()).toHaveLength(1)
      expect((await fixture.credits()).reserved).toEqual(NOTHING_RESERVED.reserved)
    }
    expect(deaths).toBe(3)
  })

  test('succeeds if its commits are not acknowledged, even twice concurrently', async () => {
    const adapters = inMemory({ now: NOW })
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    const { schedule, listenTo, at, remove, events, credits, sentTo } = await schedulingFixture({
      ...adapters,
      unitOfWork,
    })
    await listenTo('broadcast.completed', 'schedule.send.completed')
    const { id } = await schedule(ONCE, ONE_EVERY_FIVE)
    await at('2026-03-01T13:00:00Z')
    unitOfWork.loseReplies()
    await Promise.all([remove(id), remove(id)])
    expect(await events()).toHaveLength(2)
    expect((await credits()).reserved).toEqual(NOTHING_RESERVED.reserved)
    await at('2026-03-01T13:05:00Z')
    expect(sentTo()).toHaveLength(1)
  })

  test('stops all further messages, even if the occurrence starts concurrently', async () => {
    for (const order of [0, 1]) {
      const { schedule, clock, work, at, remove, sentTo, credits, read } = await open()
      const { id } = await schedule(ONCE, ONE_EVERY_FIVE)
      clock.set(new Date('2026-03-01T13:00:00Z'))
      const both = [() => work(), () => remove(id)]
      await Promise.all((order === 0 ? both : both.toReversed()).map((one) => one()))
      const before = sentTo().length
      expect(before).toBeLessThanOrEqual(1)
      for (const minute of ['05', 10]) await at(`2026-03-01T13:${minute}:00Z`)
      expect(sentTo()).toHaveLength(before)
      expect((await credits()).reserved).toEqual(NOTHING_RESERVED.reserved)
      const status = await read(id).then(
        (one) => one.status,
        () => 'gone',
      )
      expect(['ended', 'gone']).toContain(status)
    }
  })
})

describe('deleting', () => {
  test('an ended schedule changes nothing', async () => {
    const { schedule, remove, at, read, sends, clock } = await open()
    const { id } = await schedule(ONCE)
    await at('2026-03-01T13:00:00Z')
    const [before, sent] = [await read(id), await sends(id)]
    clock.advance(1_000)
    await remove(id)
    expect(await read(id)).toEqual(before)
    expect(await sends(id)).toEqual(sent)
  })

  test('a missing schedule, or a schedule of another account, is refused', async () => {
    const { remove, ids } = await open()
    const theirs = await open()
    const { id } = await theirs.schedule(ONCE)
    for (const one of [ids.next('sch'), id, 'nothing']) {
      await expect(remove(one)).rejects.toMatchObject({ code: 'schedule-not-found' })
    }
    expect((await theirs.list()).totalCount).toBe(1)
  })

  test('a schedule twice concurrently removes it once, and both calls succeed', async () => {
    const { schedule, remove, at, list, credits } = await open({ contacts: [{ tz: 'America/New_York' }] })
    const { id } = await schedule(LOCAL)
    await at('2026-03-02T09:00:00Z')
    await Promise.all([remove(id), remove(id)])
    expect((await list()).totalCount).toBe(0)
    expect(await credits()).toEqual(NOTHING_RESERVED)
  })

  test('succeeds if its commit is not acknowledged', async () => {
    const adapters = inMemory({ now: NOW })
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    const { schedule, remove, at, list, credits } = await schedulingFixture(
      { ...adapters, unitOfWork },
      { contacts: [{ tz: 'America/New_York' }] },
    )
    const { id } = await schedule(LOCAL)
    await at('2026-03-02T09:00:00Z')
    unitOfWork.loseReplies()
    await remove(id)
    expect((await list()).totalCount).toBe(0)
    expect(await credits()).toEqual(NOTHING_RESERVED)
  })
})
