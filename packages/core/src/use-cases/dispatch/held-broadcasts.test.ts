import { EIGHT, FROM_EIGHT_TO_NINE, scriptedProvider, SEVEN, windowsFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { chunkJobIdOf } from '../../model/broadcasts/message-id-at.js'
import { DEFAULT_SENDING_HOURS, type SendingHours } from '../../model/windows/sending-windows.js'
import type { BroadcastId } from '../../values/ids.js'

const open = ({ now = SEVEN, ...given }: Parameters<typeof windowsFixture>[1] & { readonly now?: Date } = {}) =>
  windowsFixture(inMemory({ now }), given)

describe('a broadcast with held recipients', () => {
  test('goes on with its other chunks, and ends with the last of them', async () => {
    const { start, work, at, read, sentTo } = await open({ members: 17_100, credits: 40_000 })
    const { broadcast } = await start()
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 17_100, held: 17_100 })
    await at(EIGHT)
    expect(new Set(sentTo()).size).toBe(17_100)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 17_100, held: 0 } })
  })

  test('is held in slices of 50 too, for a provider that can resolve no unknown outcome', async () => {
    const provider = scriptedProvider({ deduplicates: false })
    const { start, work, at, read, contacts, phones, sentTo } = await open({ members: 170, credits: 400, provider })
    await contacts(...[10, 60, 169].map((n) => ({ phone: phones[n]!, tz: 'America/New_York' as const })))
    const { broadcast } = await start()
    await work()
    expect(sentTo()).toEqual([10, 60, 169].map((n) => phones[n]))
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 3, held: 167 })
    await at(EIGHT)
    expect(new Set(sentTo()).size).toBe(170)
    expect(sentTo()).toHaveLength(170)
  })

  test('can be canceled: nobody is held any more, and all credits and keys are free', async () => {
    const { start, work, cancel, read, at, sentTo, credits } = await open()
    const { broadcast } = await start()
    await work()
    expect(await cancel(broadcast.id)).toMatchObject({ inFlight: 0 })
    expect(await read(broadcast.id)).toMatchObject({ status: 'canceled', counts: { queued: 0, held: 0 } })
    await at(EIGHT)
    expect(sentTo()).toEqual([])
    expect(await credits()).toEqual({ sms: 100, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('is resumed at once in all of its chunks', async () => {
    const { start, work, pause, resume, read, at } = await open({ members: 17_100, credits: 40_000 })
    const { broadcast } = await start()
    await work()
    await pause(broadcast.id)
    await at(EIGHT)
    await resume(broadcast.id)
    await work()
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 17_100, held: 0 } })
  })

  test('can be paused over the opening: they are sent when it is resumed', async () => {
    const { start, work, pause, resume, read, at, sentTo, phones } = await open()
    const { broadcast } = await start()
    await work()
    await pause(broadcast.id)
    await at(EIGHT)
    expect(sentTo()).toEqual([])
    await resume(broadcast.id)
    await work()
    expect(sentTo()).toEqual(phones)
    expect((await read(broadcast.id)).counts).toMatchObject({ held: 0 })
  })

  test('does not expire before the longest wait is over', async () => {
    const weekly: SendingHours = {
      ...FROM_EIGHT_TO_NINE,
      windows: [{ days: ['mon'], from: '08:00', to: '21:00' }],
      holdAtMost: '72h',
    }
    const { start, work, at, read, sentTo, phones } = await open({
      now: new Date('2026-03-07T15:00:00Z'),
      hours: weekly,
    })
    const { broadcast } = await start()
    await work()
    await at(new Date('2026-03-09T13:59:59Z'))
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 5, failed: 0, held: 5 })
    await at(new Date('2026-03-09T14:00:00Z'))
    expect(sentTo()).toEqual(phones)
  })

  test('fails those who are held when it expires', async () => {
    const { start, work, at, read, sentTo } = await open()
    const { broadcast } = await start({ expiresAt: new Date(EIGHT.getTime() - 60_000) })
    await work()
    await at(new Date(EIGHT.getTime() - 60_000))
    expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { queued: 0, failed: 5, held: 0 } })
    await at(EIGHT)
    expect(sentTo()).toEqual([])
  })

  test('begins the wait of its canary again while some of its recipients are held', async () => {
    const { start, work, at, sentTo, contacts, phones } = await open()
    await contacts({ phone: phones[0]!, tz: 'America/New_York' })
    await start({ canary: { recipients: 2, waitMinutes: 30, stopWhen: { atLeast: 1 } } })
    await work()
    expect(sentTo()).toEqual([phones[0]])
    for (let minutes = 1; minutes < 60; minutes++) await at(new Date(SEVEN.getTime() + minutes * 60_000))
    await at(EIGHT)
    expect(sentTo()).toEqual(phones.slice(0, 2))
    await at(new Date(EIGHT.getTime() + 28 * 60_000))
    expect(sentTo()).toHaveLength(2)
    await at(new Date(EIGHT.getTime() + 31 * 60_000))
    expect(sentTo()).toEqual(phones)
  })

  test('begins the wait of its canary with the first attempt, and not while all are held', async () => {
    const { start, work, at, read, sentTo, phones, optOutNumber } = await open()
    const { broadcast } = await start({ canary: { recipients: 2, waitMinutes: 30, stopWhen: { atLeast: 2 } } })
    await work()
    expect(await read(broadcast.id)).toMatchObject({ status: 'sending', startedAt: null, counts: { held: 2 } })
    await at(EIGHT)
    expect(sentTo()).toEqual(phones.slice(0, 2))
    expect(await read(broadcast.id)).toMatchObject({ startedAt: EIGHT.toISOString() })
    await at(new Date(EIGHT.getTime() + 29 * 60_000))
    expect(sentTo()).toHaveLength(2)
    await optOutNumber(phones[4]!)
    await at(new Date(EIGHT.getTime() + 31 * 60_000))
    expect(sentTo()).toEqual(phones.slice(0, 4))
  })

  test('has the windows that its account had when it was accepted', async () => {
    const { start, work, run, account, at, sentTo, phones } = await open()
    await start()
    await run(({ accounts }) => accounts.save({ ...account, sendingHours: DEFAULT_SENDING_HOURS }))
    await work()
    expect(sentTo()).toEqual([])
    await at(EIGHT)
    expect(sentTo()).toEqual(phones)
  })
})

describe('when the windows of a large broadcast open,', () => {
  const RATE = 100
  const SECONDS = 12

  /** A broadcast to 50,000 recipients of one zone, just before its windows open, and two workers. */
  const opening = async (hours: SendingHours) => {
    const given = { members: 50_000, credits: 200_000, sender: { messagesPerSecond: RATE }, hours }
    const fixture = await open(given)
    const { broadcast } = await fixture.start()
    const workers = [fixture.worker(), fixture.worker()]
    const round = async () => {
      const ran = await Promise.all(
        workers.map((one) =>
          one.execute({ lane: 'bulk', jobsMax: 4, onFailure: (failure) => fixture.failures.push(failure) }),
        ),
      )
      return ran.reduce((sum, count) => sum + count, 0)
    }
    if (hours !== DEFAULT_SENDING_HOURS) await fixture.work()
    fixture.clock.set(EIGHT)
    return { ...fixture, broadcast, round }
  }

  /** How many jobs the workers run in the first seconds. */
  const jobsAfterOpening = async (hours: SendingHours) => {
    const { round, clock, broadcast, read } = await opening(hours)
    let jobs = 0
    for (let rounds = 0; rounds < SECONDS * 10; rounds++) {
      jobs += await round()
      clock.advance(100)
    }
    expect((await read(broadcast.id)).counts.sent).toBe(RATE * SECONDS)
    return jobs
  }

  test('workers have no more to do than without windows, except to look at each chunk once more', async () => {
    const without = await jobsAfterOpening(DEFAULT_SENDING_HOURS)
    const chunks = 50
    expect(await jobsAfterOpening(FROM_EIGHT_TO_NINE)).toBeLessThanOrEqual(without + 2 * chunks)
  })

  test('a small broadcast that starts then is sent within a second', async () => {
    const { round, clock, start, phones, read } = await opening(FROM_EIGHT_TO_NINE)
    await round()
    const few = { phones: phones.slice(0, 10), keys: null, bodies: null, mediaUrls: null }
    const { broadcast: small } = await start({ recipients: few })
    for (let rounds = 0; rounds < 11; rounds++) {
      clock.advance(100)
      await round()
    }
    expect(await read(small.id)).toMatchObject({ status: 'completed', counts: { sent: 10 } })
  })
})

describe('a chunk whose windows have opened', () => {
  /** Chunk 17 follows chunk 1, and has the last 100 recipients. */
  const given = { members: 17_100, credits: 40_000 }

  test('does not wait for the chunk before it if that one has no job, such as after 20 failures', async () => {
    const { start, work, at, run, account, sentTo, phones } = await open(given)
    const { broadcast } = await start()
    await work()
    await run(({ jobs }) => jobs.remove(account.id, [chunkJobIdOf(broadcast.id as BroadcastId, 1)]))
    await at(EIGHT)
    expect(new Set(sentTo())).toEqual(new Set([...phones.slice(0, 1_000), ...phones.slice(2_000)]))
  })

  test('gets no job from the chunk before it if its own is dead', async () => {
    const { start, work, at, run, account, sentTo, phones } = await open(given)
    const { broadcast } = await start()
    await work()
    await run(({ jobs }) => jobs.remove(account.id, [chunkJobIdOf(broadcast.id as BroadcastId, 17)]))
    await at(EIGHT)
    expect(new Set(sentTo())).toEqual(new Set(phones.slice(0, 17_000)))
  })

  test('does not wait for the chunk before it if the windows of that one open later', async () => {
    const { start, work, at, sentTo, contacts, phones } = await open(given)
    await contacts(...phones.slice(1_000, 2_000).map((phone) => ({ phone, tz: 'America/Los_Angeles' as const })))
    await start()
    await work()
    await at(EIGHT)
    expect(new Set(sentTo())).toEqual(new Set([...phones.slice(0, 1_000), ...phones.slice(2_000)]))
    await at(new Date(EIGHT.getTime() + 3_600_000))
    expect(new Set(sentTo()).size).toBe(17_100)
  })

  test('does not begin the chunk after it before all of its own recipients are begun', async () => {
    const fixture = await open({
      ...given,
      now: new Date(EIGHT.getTime() + 3_600_000 - 60_000),
      sender: { messagesPerSecond: 10 },
    })
    const { start, work, contacts, phones, clock, run, account, sentTo } = fixture
    const [late, latest] = [phones.slice(0, 10), phones.slice(1_000)]
    await contacts(
      ...late.map((phone) => ({ phone, tz: 'America/Los_Angeles' as const })),
      ...latest.map((phone) => ({ phone, tz: 'Pacific/Honolulu' as const })),
    )
    const { broadcast } = await start()
    for (let seconds = 0; seconds < 65; seconds++) {
      await work()
      clock.advance(1_000)
    }
    expect(sentTo()).toEqual(expect.arrayContaining(late))
    expect(sentTo().length).toBeLessThan(1_000)
    const next = chunkJobIdOf(broadcast.id as BroadcastId, 16)
    expect(await run(({ jobs }) => jobs.exists(account.id, next))).toBe(false)
  })
})
