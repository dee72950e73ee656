import {
  EIGHT,
  FROM_EIGHT_TO_NINE,
  NINE_IN_THE_EVENING,
  scriptedProvider,
  SEVEN,
  windowsFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { type SendingHours } from '../../model/windows/sending-windows.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { WEEKDAYS } from '../../values/time/weekday.js'

const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }
const NEVER = new Promise<SubmissionOutcome>(() => undefined)

const open = ({ now = SEVEN, ...given }: Parameters<typeof windowsFixture>[1] & { readonly now?: Date } = {}) =>
  windowsFixture(inMemory({ now }), given)

describe('a window that closes', () => {
  test('ends the tries of a message that the provider did not take: it is sent when the window opens again', async () => {
    const { start, at, read, provider, sentTo, phones, failures } = await open({
      now: new Date(NINE_IN_THE_EVENING.getTime() - 60_000),
    })
    provider.script.push(...phones.map(() => THROTTLED))
    const { broadcast } = await start()
    await at(new Date(NINE_IN_THE_EVENING.getTime() - 30_000))
    expect(sentTo()).toHaveLength(5)
    await at(NINE_IN_THE_EVENING)
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 5, failed: 0, held: 5 })
    await at(new Date('2026-03-02T14:59:59Z'))
    expect(sentTo()).toHaveLength(5)
    await at(new Date('2026-03-02T15:00:00Z'))
    expect(sentTo()).toHaveLength(10)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 5, failed: 0, held: 0 } })
    expect(failures).toEqual([])
  })

  test('holds the recipients that a slow sender had not reached', async () => {
    const { start, clock, work, read, sentTo, phones } = await open({
      now: new Date(NINE_IN_THE_EVENING.getTime() - 13_000),
      sender: { messagesPerSecond: 1 },
    })
    const { broadcast } = await start()
    for (let i = 0; i < 20; i++) {
      await work()
      clock.advance(500)
    }
    const sent = sentTo().length
    expect([sent > 0, sent < 5]).toEqual([true, true])
    expect((await read(broadcast.id)).counts).toMatchObject({ sent, held: 5 - sent })
    clock.set(new Date('2026-03-02T15:00:00Z'))
    for (let i = 0; i < 20; i++) {
      await work()
      clock.advance(500)
    }
    expect(sentTo()).toEqual(phones)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 5, held: 0 } })
  })

  test('takes several windows if the sender is slow: each wait for the next one is counted by itself', async () => {
    const brief: SendingHours = { ...FROM_EIGHT_TO_NINE, windows: [{ days: WEEKDAYS, from: '08:00', to: '08:01' }] }
    const { start, work, clock, read, sentTo, failures } = await open({
      hours: brief,
      members: 60,
      credits: 200,
      sender: { messagesPerSecond: 1 },
    })
    const { broadcast } = await start()
    await work()
    for (const day of [EIGHT, new Date('2026-03-02T15:00:00Z')]) {
      clock.set(day)
      for (let i = 0; i < 130; i++) {
        await work()
        clock.advance(500)
      }
    }
    expect(new Set(sentTo()).size).toBe(60)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 60, failed: 0, held: 0 } })
    expect(failures).toEqual([])
  })

  test('does not let its jobs spin while some recipients are held and others wait for the provider', async () => {
    const { start, work, clock, provider, read, run, account } = await open({
      now: new Date(NINE_IN_THE_EVENING.getTime() - 20_000),
    })
    provider.script.push(THROTTLED, ...Array.from({ length: 4 }, () => ({ ...THROTTLED, afterMs: 300_000 })))
    const { broadcast } = await start()
    await work()
    clock.set(NINE_IN_THE_EVENING)
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 5, held: 1 })
    const due = await run(({ jobs }) => jobs.accountsDue({ lane: 'bulk', now: clock.now(), after: null, limit: 1 }))
    expect([due, account.id]).toEqual([[], account.id])
    clock.advance(300_000)
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 5, held: 5 })
  })

  test('keeps a slice that a dead worker left open from being submitted again outside of it', async () => {
    const { start, worker, work, clock, provider, read, sentTo, failures } = await open({
      now: new Date(NINE_IN_THE_EVENING.getTime() - 20_000),
    })
    const { broadcast } = await start()
    provider.script.push(...Array.from({ length: 5 }, () => () => NEVER))
    void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
    await provider.untilSubmitted(5)
    clock.set(new Date(NINE_IN_THE_EVENING.getTime() + 60_000))
    await work()
    for (let minutes = 1; minutes <= 70; minutes++) {
      clock.advance(60_000)
      await work()
    }
    expect(sentTo()).toHaveLength(5)
    expect(await read(broadcast.id)).toMatchObject({ counts: { queued: 0, failed: 5 } })
    expect(failures).toEqual([])
  })

  test('lets a provider that can be queried say what it has: a message that it never saw waits for the window', async () => {
    const { start, worker, work, clock, provider, read, sentTo } = await open({
      now: new Date(NINE_IN_THE_EVENING.getTime() - 20_000),
      provider: scriptedProvider({ deduplicates: false, canBeAsked: true }),
    })
    const { broadcast } = await start()
    provider.script.push(...Array.from({ length: 5 }, () => () => NEVER))
    void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
    await provider.untilSubmitted(5)
    provider.found.push({ kind: 'accepted', providerId: 'p1' }, { kind: 'never-seen' })
    clock.set(new Date(NINE_IN_THE_EVENING.getTime() + 60_000))
    await work()
    clock.advance(2_000)
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 1, queued: 4, held: 4 })
    expect(sentTo()).toHaveLength(5)
    clock.set(new Date('2026-03-02T15:00:00Z'))
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 5, held: 0 })
  })

  test('sends no message in doubt after its broadcast was canceled', async () => {
    const { start, work, cancel, clock, provider, messages, sentTo } = await open({
      now: new Date(NINE_IN_THE_EVENING.getTime() - 20_000),
      provider: scriptedProvider({ deduplicates: false, canBeAsked: true }),
    })
    const { broadcast } = await start()
    provider.script.push(...Array.from({ length: 5 }, () => UNKNOWN))
    await work()
    clock.set(NINE_IN_THE_EVENING)
    await work()
    await work()
    await cancel(broadcast.id)
    clock.set(new Date('2026-03-02T15:00:00Z'))
    await work()
    expect(sentTo()).toHaveLength(5)
    expect((await messages(broadcast.id)).results).toMatchObject(
      Array.from({ length: 5 }, () => ({
        status: 'failed',
        errorMessage: 'The broadcast was canceled before the message could be sent',
      })),
    )
  })
})
