import {
  DAILY,
  NOW,
  aLedgerEntry,
  aTimetable,
  memberNumber,
  schedulingFixture,
  type SchedulingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recurrence } from '../../model/schedules/timetable.js'
import { withoutNulls } from '../../values/collections.js'
import type { BroadcastId } from '../../values/ids.js'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

const EVERY_DAY = aTimetable('2026-03-01T13:00', { recurrence: DAILY })
const LOCAL = aTimetable('2026-03-01T13:00', { sendByLocalTime: true })

/**
 * The first occurrence of a daily schedule fails after `breakSend` has run, and the second is sent after `repair` has
 * run.
 */
async function failing(
  given: SchedulingGiven,
  { breakSend, repair }: Record<'breakSend' | 'repair', (fixture: Awaited<ReturnType<typeof open>>) => unknown>,
) {
  const fixture = await open(given)
  const { schedule, listenTo, at, sends, events, read, sentTo, credits } = fixture
  await listenTo('schedule.send.failed', 'schedule.send.completed', 'broadcast.completed')
  const { id } = await schedule(EVERY_DAY)
  await breakSend(fixture)
  const before = await credits()
  await at('2026-03-01T13:00:00Z')
  const [failed] = await sends(id)
  expect(failed).toMatchObject({ status: 'failed', zone: null, broadcastId: null })
  const send = withoutNulls(failed!)
  expect(await events()).toMatchObject([{ type: 'schedule.send.failed', data: { schedule: { id }, send } }])
  expect(await credits()).toEqual(before)
  expect(sentTo()).toEqual([])
  expect(await read(id)).toMatchObject({ status: 'active', nextScheduledFor: '2026-03-02T13:00:00.000Z' })
  await repair(fixture)
  await at('2026-03-02T13:00:00Z')
  expect((await sends(id))[0]).toMatchObject({ status: 'started', reason: null })
  expect(sentTo()).toHaveLength(3)
  return failed!.reason
}

describe('a send reserves nothing, does not affect the next send, is reported, and fails', () => {
  test('with insufficient_credits, if the credits do not cover the whole audience', async () => {
    const repair = ({ run, account }: Awaited<ReturnType<typeof open>>) =>
      run(({ credits }) => credits.post(account.id, [aLedgerEntry({ account: account.id, amount: 1 })]))
    expect(await failing({ credits: 5 }, { breakSend: () => undefined, repair })).toBe('insufficient_credits')
  })

  test('with quota_reached, if the daily quota does not cover the whole audience', async () => {
    const breakSend = ({ run, account }: Awaited<ReturnType<typeof open>>) =>
      run(({ credits }) => credits.countAccepted(account.id, '2026-03-01', 1))
    const given = { account: { dailyMessageQuota: 3 } }
    expect(await failing(given, { breakSend, repair: () => undefined })).toBe('quota_reached')
  })

  test('with sender_inactive, if its sender is no longer active', async () => {
    const reason = await failing(
      {},
      {
        breakSend: ({ sender }) => sender({ status: 'inactive' }),
        repair: ({ sender }) => sender({ status: 'active' }),
      },
    )
    expect(reason).toBe('sender_inactive')
  })

  test('with sender_inactive, if its sender no longer belongs to the account', async () => {
    const breakSend = ({ run, account, from }: Awaited<ReturnType<typeof open>>) =>
      run(({ senders }) => senders.remove(account.id, from))
    expect(await failing({}, { breakSend, repair: ({ sender }) => sender({}) })).toBe('sender_inactive')
  })

  test('with text_refused, if its text is no longer allowed', async () => {
    const block =
      (blockedPhrases: readonly string[]) =>
      ({ run, account }: Awaited<ReturnType<typeof open>>) =>
        run(({ accounts }) => accounts.save({ ...account, compliance: { ...account.compliance, blockedPhrases } }))
    expect(await failing({}, { breakSend: block(['HELLO']), repair: block([]) })).toBe('text_refused')
  })

  test('with empty_audience, if no contact in the audience may be texted', async () => {
    const remember = async ({ optOut, contacts }: Awaited<ReturnType<typeof open>>) => {
      for (const { phone } of contacts) await optOut(phone)
    }
    const forget = ({ run, contacts }: Awaited<ReturnType<typeof open>>) =>
      run(async ({ consents }) => {
        for (const { account, phone } of contacts) {
          await consents.save([{ ...(await consents.find(account, phone)), optedOutAt: null }])
        }
      })
    expect(await failing({}, { breakSend: remember, repair: forget })).toBe('empty_audience')
  })
})

describe('a failed send', () => {
  test('leaves no chunks of its broadcast behind', async () => {
    const { ids, ...adapters } = inMemory({ now: NOW })
    const broadcasts: string[] = []
    const next: typeof ids.next = (prefix) => {
      const id = ids.next(prefix)
      if (prefix === 'brc') broadcasts.push(id)
      return id
    }
    const { schedule, at, run, account } = await schedulingFixture({ ...adapters, ids: { next } }, { credits: 0 })
    await schedule(EVERY_DAY)
    await at('2026-03-01T13:00:00Z')
    expect(broadcasts).toHaveLength(1)
    for (const id of broadcasts) {
      const kept = await run((stores) => stores.broadcasts.chunkStates(account.id, id as BroadcastId))
      expect(kept).toEqual([])
    }
  })

  test('counts towards endAfterOccurrences', async () => {
    const { schedule, sender, at, sends, sentTo, read } = await open()
    const recurrence: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }
    const { id } = await schedule({ ...EVERY_DAY, recurrence })
    await sender({ status: 'inactive' })
    await at('2026-03-01T13:00:00Z')
    expect((await read(id)).nextScheduledFor).toBe('2026-03-02T13:00:00.000Z')
    await sender({ status: 'active' })
    await at('2026-03-02T13:00:00Z')
    expect((await read(id)).status).toBe('ended')
    await at('2026-03-03T13:00:00Z')
    expect(sentTo()).toHaveLength(3)
    expect((await sends(id)).map(({ status }) => status)).toEqual(['started', 'failed'])
  })

  test.each([
    ['an empty audience', { contacts: [] }, 'empty_audience'],
    ['insufficient credits', { credits: 5 }, 'insufficient_credits'],
    ['a daily quota that is too low', { account: { dailyMessageQuota: 2 } }, 'quota_reached'],
  ] as const)('counts as one occurrence, so that a schedule with %s ends', async (_, given, reason) => {
    const { schedule, at, sends, sentTo, read, upcoming } = await open(given)
    const recurrence: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 3 }
    const { id } = await schedule({ ...EVERY_DAY, recurrence })
    for (const [day, left] of [
      [1, 2],
      [2, 1],
      [3, 0],
      [4, 0],
    ] as const) {
      await at(`2026-03-0${day}T13:00:00Z`)
      expect(await upcoming(id)).toHaveLength(left)
    }
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    expect((await sends(id)).map((send) => send.reason)).toEqual([reason, reason, reason])
    expect(sentTo()).toEqual([])
  })

  test('ends a one-time schedule, and a schedule that has reached its end date', async () => {
    const { schedule, sender, at, read } = await open()
    const once = await schedule(aTimetable('2026-03-01T13:00'))
    const recurrence: Recurrence = { ...DAILY, endType: 'onDate', endOnDate: EVERY_DAY.at }
    const dated = await schedule({ ...EVERY_DAY, recurrence })
    await sender({ status: 'inactive' })
    await at('2026-03-01T13:00:00Z')
    for (const { id } of [once, dated]) expect((await read(id)).status).toBe('ended')
  })
})

describe('with sendByLocalTime,', () => {
  const contacts = [{ tz: null }, { tz: 'America/New_York' as const }, { tz: 'America/Denver' as const }]

  test('credits for all zones are reserved at the first instant, in order of time; zones without enough credits fail', async () => {
    const { schedule, at, sends, credits, sentTo, read } = await open({ contacts, credits: 5 })
    const { id } = await schedule(LOCAL)
    await at('2026-03-01T13:00:00Z')
    expect(await sends(id)).toMatchObject([
      { zone: 'America/Denver', status: 'failed', reason: 'insufficient_credits', broadcastId: null },
      { zone: 'UTC', status: 'started' },
    ])
    expect(await credits()).toMatchObject({ sms: 1, reserved: { sms: 2 } })
    await at('2026-03-01T18:00:00Z')
    expect(sentTo()).toEqual([memberNumber(0), memberNumber(1)])
    expect((await read(id)).status).toBe('ended')
  })

  test('the quota of the day on which the audience is evaluated applies', async () => {
    const { schedule, at, sends } = await open({ contacts, account: { dailyMessageQuota: 2 } })
    const { id } = await schedule(LOCAL)
    await at('2026-03-01T13:00:00Z')
    expect(await sends(id)).toMatchObject([{ zone: 'America/Denver', reason: 'quota_reached' }, { zone: 'UTC' }])
  })

  test('an error that affects all zones is recorded as one failed send', async () => {
    const { schedule, sender, at, sends } = await open({ contacts })
    const { id } = await schedule(LOCAL)
    await sender({ status: 'inactive' })
    await at('2026-03-01T13:00:00Z')
    expect(await sends(id)).toMatchObject([{ zone: null, status: 'failed', reason: 'sender_inactive' }])
  })
})
