import {
  aTimetable,
  broadcastingFixture,
  memberNumber,
  schedulingFixture,
  scriptedProvider,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { DEFAULT_SENDING_HOURS, type SendingHours } from '../../model/windows/sending-windows.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { parseTimeZone } from '../../values/time/time-zone.js'

/** In Denver, where the members' area code is, this is 07:00 on a Sunday. */
const SEVEN = new Date('2026-03-01T14:00:00Z')
const EIGHT = new Date('2026-03-01T15:00:00Z')
const NINE_IN_THE_EVENING = new Date('2026-03-02T04:00:00Z')
const DAILY: SendingHours = {
  ...DEFAULT_SENDING_HOURS,
  windows: [{ days: WEEKDAYS, from: '08:00', to: '21:00' }],
}
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }
const NEVER = new Promise<SubmissionOutcome>(() => undefined)

/** Numbers in Honolulu (808) and in London, for which the zone of the account holds. */
const HONOLULU = '+18085550000' as PhoneNumber
const LONDON = '+442079460958' as PhoneNumber

async function open({
  now = SEVEN,
  hours = DAILY,
  ...given
}: BroadcastingGiven & { now?: Date; hours?: SendingHours } = {}) {
  const adapters = inMemory({ now })
  const account = { timezone: parseTimeZone('Europe/London'), ...given.account, sendingHours: hours }
  const fixture = await broadcastingFixture(adapters, { members: 5, credits: 100, ...given, account })
  const { phones, work, clock, provider } = fixture
  return {
    ...fixture,
    recipients: (...more: readonly PhoneNumber[]) => ({
      phones: [...phones, ...more],
      keys: null,
      bodies: null,
      mediaUrls: null,
    }),
    keyed: (...keys: string[]) => ({
      phones: keys.map((_, n) => memberNumber(n)),
      keys,
      bodies: keys.map(() => 'Hi'),
      mediaUrls: null,
    }),
    at: async (instant: Date) => {
      clock.set(instant)
      await work()
    },
    sentTo: () => provider.submitted.map(({ to }) => to),
    consenting: (...numbers: readonly PhoneNumber[]) =>
      fixture.run(async ({ consents }) =>
        consents.save(
          await Promise.all(
            numbers.map(async (phone) => ({ ...(await consents.find(fixture.account.id, phone)), activeGroups: 1 })),
          ),
        ),
      ),
  }
}

describe('a recipient whose sending window is closed', () => {
  test('is held: its message stays queued until the window opens, and is then sent', async () => {
    const { start, work, read, messages, at, sentTo, phones, failures } = await open()
    const { broadcast } = await start()
    await work()
    expect(await read(broadcast.id)).toMatchObject({
      status: 'sending',
      counts: { queued: 5, sent: 0, failed: 0, delivered: 0, held: 5 },
    })
    expect((await messages(broadcast.id)).results).toMatchObject(
      phones.map((to) => ({ to, status: 'queued', heldUntil: EIGHT.toISOString() })),
    )
    await at(new Date(EIGHT.getTime() - 1))
    expect(sentTo()).toEqual([])
    await at(EIGHT)
    expect(sentTo()).toEqual(phones)
    expect(await read(broadcast.id)).toMatchObject({
      status: 'completed',
      counts: { queued: 0, sent: 5, failed: 0, held: 0 },
    })
    expect((await messages(broadcast.id)).results.map(({ heldUntil }) => heldUntil)).toEqual(phones.map(() => null))
    expect(failures).toEqual([])
  })

  test('waits by its own clock: that of its contact, else of its area code, else of the account', async () => {
    const { start, work, read, at, sentTo, recipients, contacts, phones, consenting } = await open()
    await consenting(HONOLULU, LONDON)
    await contacts({ phone: phones[0]!, tz: 'America/New_York' })
    const { broadcast } = await start({ recipients: recipients(HONOLULU, LONDON) })
    await work()
    expect(sentTo()).toEqual([phones[0], LONDON])
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 5, sent: 2, held: 5 })
    await at(EIGHT)
    expect(sentTo()).toEqual([phones[0], LONDON, ...phones.slice(1)])
    await at(new Date('2026-03-01T17:59:59Z'))
    expect(sentTo()).toHaveLength(6)
    await at(new Date('2026-03-01T18:00:00Z'))
    expect(sentTo().at(-1)).toBe(HONOLULU)
    expect((await read(broadcast.id)).status).toBe('completed')
  })

  test('is asked for its consent again when the window opens', async () => {
    const { start, work, at, sentTo, optOutNumber, messages, phones } = await open()
    const { broadcast } = await start()
    await work()
    await optOutNumber(phones[2]!)
    await at(EIGHT)
    expect(sentTo()).toEqual(phones.filter((phone) => phone !== phones[2]))
    expect((await messages(broadcast.id, { status: 'failed' })).results).toMatchObject([
      { to: phones[2], errorType: 'opted_out_before_send' },
    ])
  })

  test('is held although others of its slice are sent, or cannot be sent', async () => {
    const { start, work, read, sentTo, optOutNumber, contacts, phones, failures } = await open()
    await contacts({ phone: phones[0]!, tz: 'America/New_York' }, { phone: phones[4]!, tz: 'America/New_York' })
    const { broadcast } = await start()
    await optOutNumber(phones[4]!)
    await work()
    expect(sentTo()).toEqual([phones[0]])
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 3, sent: 1, failed: 1, held: 3 })
    expect(failures).toEqual([])
  })

  test('fails if it would wait longer than `holdAtMost`: nothing is paid, and its key is free again', async () => {
    const { start, work, at, read, messages, keyed, run, account, credits, sentTo } = await open({
      now: NINE_IN_THE_EVENING,
      hours: { ...DAILY, holdAtMost: '10h' },
    })
    const { broadcast } = await start({ kind: 'batch', body: null, recipients: keyed('key-a', 'key-b') })
    await work()
    expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { failed: 2, held: 0 } })
    expect((await messages(broadcast.id)).results).toMatchObject([
      { errorType: 'outside_sending_window', errorMessage: 'No sending window of the recipient opened soon enough' },
      { errorType: 'outside_sending_window' },
    ])
    expect(await credits()).toEqual({ sms: 100, mms: 0, reserved: { sms: 0, mms: 0 } })
    const used = await run(({ recipientKeys }) =>
      recipientKeys.used({
        account: account.id,
        phones: [memberNumber(0), memberNumber(1)],
        keys: ['key-a', 'key-b'],
        now: NINE_IN_THE_EVENING,
      }),
    )
    expect(used).toEqual(new Set())
    await at(new Date(NINE_IN_THE_EVENING.getTime() + 11 * 3_600_000))
    expect(sentTo()).toEqual([])
  })

  test('waits in a batch too', async () => {
    const { start, work, read, at, keyed } = await open()
    const { broadcast } = await start({ kind: 'batch', body: null, recipients: keyed('key-a', 'key-b', 'key-c') })
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 3, held: 3 })
    await at(EIGHT)
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 3, held: 0 })
  })

  test('waits in a send of a schedule too, which is not late because of that', async () => {
    const contacts = [0, 1].map((n) => ({ phone: memberNumber(n), tz: 'America/Denver' as const }))
    const fixture = await schedulingFixture(inMemory({ now: SEVEN }), { contacts, account: { sendingHours: DAILY } })
    const { schedule, at, sends, sentTo, broadcast } = fixture
    const { id } = await schedule(aTimetable('2026-03-02T05:00'))
    await at('2026-03-02T05:00:00Z')
    expect(sentTo()).toEqual([])
    const [send] = await sends(id)
    expect(send).toMatchObject({ status: 'started' })
    expect((await broadcast(send!.broadcastId!)).counts).toMatchObject({ queued: 2, held: 2 })
    await at('2026-03-02T15:00:00Z')
    expect(sentTo()).toHaveLength(2)
  })
})

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
    const brief: SendingHours = { ...DAILY, windows: [{ days: WEEKDAYS, from: '08:00', to: '08:01' }] }
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
      ...DAILY,
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

test('an account without windows sends at any time, and its broadcasts count nobody as held', async () => {
  const { start, work, read, sentTo, phones } = await open({ hours: { ...DAILY, windows: null } })
  const { broadcast } = await start()
  await work()
  expect(sentTo()).toEqual(phones)
  expect((await read(broadcast.id)).counts).toEqual({ queued: 0, sent: 5, failed: 0, delivered: 0 })
})
