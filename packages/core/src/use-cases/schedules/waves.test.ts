import {
  DAILY,
  NOW,
  aConsent,
  aTimetable,
  eraserOf,
  memberNumber,
  schedulingFixture,
  type SchedulingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), { contacts: people(5), ...given })

function people(count: number) {
  return Array.from({ length: count }, () => ({}))
}

const ONCE = aTimetable('2026-03-01T13:00')
const TWO_EVERY_TEN = { waves: { recipientsPerWave: 2, waveIntervalMinutes: 10 } }

/** The instant this many minutes after 13:00Z on 2026-03-01. */
function minute(minutes: number): string {
  return new Date(Date.parse('2026-03-01T13:00:00Z') + minutes * 60_000).toISOString()
}

describe('waves', () => {
  test('send to the given number of recipients at once, and to the next wave after the interval, never earlier', async () => {
    const { schedule, at, sentTo } = await open()
    await schedule(ONCE, TWO_EVERY_TEN)
    for (const [minutes, count] of [
      [0, 2],
      [9.99, 2],
      [10, 4],
      [19.99, 4],
      [20, 5],
      [30, 5],
    ] as const) {
      await at(minute(minutes))
      expect(sentTo()).toEqual(Array.from({ length: count }, (_, n) => memberNumber(n)))
    }
  })

  test('omit recipients who may no longer be texted after the first wave, and record the reason', async () => {
    const fixture = await open()
    const { schedule, at, sentTo, sends, messages, optOutNumber, run, account, credits } = fixture
    const { id } = await schedule(ONCE, TWO_EVERY_TEN)
    await at(minute(0))
    await optOutNumber(memberNumber(2))
    await run(({ consents }) =>
      consents.save([aConsent({ account: account.id, phone: memberNumber(3), activeGroups: 0 })]),
    )
    await eraserOf(fixture)(account.name, memberNumber(4))
    await at(minute(10))
    await at(minute(20))
    expect(sentTo()).toEqual([0, 1].map(memberNumber))
    const failed = await messages((await sends(id))[0]!.broadcastId!, { status: 'failed' })
    expect(failed.results.map(({ to, errorType }) => [to, errorType])).toEqual([
      [memberNumber(2), 'opted_out_before_send'],
      [memberNumber(3), 'not_opted_in_before_send'],
      ['erased', 'erased'],
    ])
    expect((await credits()).reserved).toEqual({ sms: 0, mms: 0 })
  })

  test('may have one recipient each', async () => {
    const { schedule, at, sentTo } = await open()
    await schedule(ONCE, { waves: { recipientsPerWave: 1, waveIntervalMinutes: 1 } })
    for (let n = 0; n < 7; n++) {
      await at(minute(n))
      expect(sentTo()).toHaveLength(Math.min(n + 1, 5))
    }
  })

  test.each([4, 5, 6])(
    'of %i complete a broadcast to five recipients, who each get one message',
    async (recipientsPerWave) => {
      const { schedule, at, sentTo, sends, broadcast } = await open()
      const { id } = await schedule(ONCE, { waves: { recipientsPerWave, waveIntervalMinutes: 1_440 } })
      await at(minute(0))
      expect(sentTo()).toHaveLength(Math.min(5, recipientsPerWave))
      await at(minute(1_440))
      expect(sentTo()).toEqual([0, 1, 2, 3, 4].map(memberNumber))
      expect((await broadcast((await sends(id))[0]!.broadcastId!)).status).toBe('completed')
    },
  )

  test.each([
    ['end within chunks and continue across them', 2_500, 700],
    ['end where chunks end', 2_500, 1_000],
  ])('that %s reach each recipient once', async (_, count, recipientsPerWave) => {
    const { schedule, at, sentTo, sends, broadcast, credits } = await open({
      contacts: people(count),
      credits: 2 * count,
    })
    const { id } = await schedule(ONCE, { waves: { recipientsPerWave, waveIntervalMinutes: 10 } })
    for (let wave = 1; wave <= Math.ceil(count / recipientsPerWave); wave++) {
      await at(minute(10 * wave - 10))
      expect(sentTo()).toHaveLength(Math.min(count, wave * recipientsPerWave))
    }
    expect(new Set(sentTo()).size).toBe(count)
    expect(await broadcast((await sends(id))[0]!.broadcastId!)).toMatchObject({
      status: 'completed',
      counts: { sent: count },
    })
    expect((await credits()).reserved.sms).toBe(0)
  })

  test('of two occurrences can overlap', async () => {
    const { schedule, at, sentTo } = await open({ contacts: people(2) })
    const waves = { recipientsPerWave: 1, waveIntervalMinutes: 1_440 }
    await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }), { waves })
    for (const [day, count] of [
      [0, 1],
      [1, 3],
      [2, 5],
    ] as const) {
      await at(minute(day * 1_440))
      expect(sentTo()).toHaveLength(count)
    }
  })

  test('are not delayed by messages of an earlier wave that the provider throttles', async () => {
    const { schedule, at, sentTo, provider, broadcast, sends } = await open()
    const { id } = await schedule(ONCE, TWO_EVERY_TEN)
    provider.script.push(...[1, 2].map(() => ({ kind: 'try-later', afterMs: 900_000 }) as const))
    for (const minutes of [0, 10, 15, 20, 25]) await at(minute(minutes))
    expect(new Set(sentTo()).size).toBe(5)
    expect(await broadcast((await sends(id))[0]!.broadcastId!)).toMatchObject({ counts: { sent: 5 } })
  })

  test('start on time even if a recipient of an earlier wave is retried later', async () => {
    const { schedule, at, sentTo, provider, broadcast, sends } = await open()
    const { id } = await schedule(ONCE, TWO_EVERY_TEN)
    provider.script.push({ kind: 'try-later', afterMs: 50 * 60_000 })
    for (const [minutes, submitted] of [
      [0, [0, 1]],
      [10, [0, 1, 2, 3]],
      [20, [0, 1, 2, 3, 4]],
      [49, [0, 1, 2, 3, 4]],
      [51, [0, 1, 2, 3, 4, 0]],
    ] as const) {
      await at(minute(minutes))
      expect(sentTo()).toEqual(submitted.map(memberNumber))
    }
    expect(await broadcast((await sends(id))[0]!.broadcastId!)).toMatchObject({
      status: 'completed',
      counts: { sent: 5 },
    })
  })

  test('omit contacts who text STOP before their wave, and contacts who join after the first wave', async () => {
    const { schedule, at, sentTo, optOut, contact, member, group } = await open()
    await schedule(ONCE, TWO_EVERY_TEN)
    await at(minute(0))
    await optOut(memberNumber(4))
    await member(await contact({ phone: memberNumber(9_999) }), group)
    for (const minutes of [10, 20, 30]) await at(minute(minutes))
    expect(sentTo()).toEqual([0, 1, 2, 3].map(memberNumber))
  })
})

describe('the waves of a send', () => {
  test('continue even if the schedule ended with the first wave', async () => {
    const { schedule, at, read, sends, broadcast, sentTo } = await open()
    const { id } = await schedule(ONCE, TWO_EVERY_TEN)
    await at(minute(0))
    expect(await read(id)).toMatchObject({ status: 'ended', nextScheduledFor: null })
    const [send] = await sends(id)
    expect(send).toMatchObject({ status: 'started' })
    expect(await broadcast(send!.broadcastId!)).toMatchObject({ status: 'sending', counts: { queued: 3 } })
    for (const minutes of [10, 20]) await at(minute(minutes))
    expect(sentTo()).toHaveLength(5)
  })

  test('are reported as one send, which is completed with the last wave', async () => {
    const { schedule, at, listenTo, events } = await open()
    await listenTo('schedule.send.completed')
    const { id } = await schedule(ONCE, TWO_EVERY_TEN)
    for (const minutes of [0, 10]) await at(minute(minutes))
    expect(await events()).toEqual([])
    for (const minutes of [20, 30]) await at(minute(minutes))
    expect(await events()).toMatchObject([{ data: { schedule: { id }, send: { status: 'started' } } }])
  })

  test('keep their interval after any outage, without a burst: the 1-hour limit applies only to the occurrence', async () => {
    const { schedule, at, sentTo } = await open()
    await schedule(ONCE, TWO_EVERY_TEN)
    for (const [minutes, count] of [
      [0, 2],
      [125, 4],
      [134.99, 4],
      [135, 5],
    ] as const) {
      await at(minute(minutes))
      expect(sentTo()).toHaveLength(count)
    }
  })

  test('begin when the send starts, up to 1 hour late', async () => {
    const { schedule, at, sentTo } = await open()
    await schedule(ONCE, TWO_EVERY_TEN)
    for (const [minutes, count] of [
      [60, 2],
      [69.99, 2],
      [70, 4],
    ] as const) {
      await at(minute(minutes))
      expect(sentTo()).toHaveLength(count)
    }
  })

  test('do not drift if a worker is a few seconds late', async () => {
    const { schedule, at, sentTo } = await open({ contacts: people(9) })
    await schedule(ONCE, TWO_EVERY_TEN)
    for (const [minutes, count] of [
      [0.05, 2],
      [10.05, 4],
      [20, 6],
      [30, 8],
    ] as const) {
      await at(minute(minutes))
      expect(sentTo()).toHaveLength(count)
    }
  })

  test('stay the same if waveConfig is changed or removed after they have started', async () => {
    const { schedule, change, at, sentTo } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }), TWO_EVERY_TEN)
    await at(minute(0))
    await change(id, { waves: { recipientsPerWave: 3, waveIntervalMinutes: 1 } })
    await at(minute(9))
    expect(sentTo()).toHaveLength(2)
    await at(minute(10))
    expect(sentTo()).toHaveLength(4)
    await change(id, { waves: null })
    await at(minute(19))
    expect(sentTo()).toHaveLength(4)
    await at(minute(20))
    expect(sentTo()).toHaveLength(5)
    await at(minute(1_440))
    expect(sentTo()).toHaveLength(10)
  })

  test.each(['its broadcast', 'the schedule'])('end if %s is canceled, and the credits are released', async (which) => {
    const { schedule, remove, cancel, at, sends, sentTo, credits, costOf, broadcast } = await open()
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }), TWO_EVERY_TEN)
    await at(minute(0))
    const { broadcastId } = (await sends(id))[0]!
    if (which === 'the schedule') await remove(id)
    else await cancel(broadcastId!)
    expect((await broadcast(broadcastId!)).status).toBe('canceled')
    for (const minutes of [10, 20]) await at(minute(minutes))
    expect(sentTo()).toHaveLength(2)
    expect(await credits()).toEqual({ sms: 1_000 - (await costOf(broadcastId)), mms: 0, reserved: { sms: 0, mms: 0 } })
  })
})
