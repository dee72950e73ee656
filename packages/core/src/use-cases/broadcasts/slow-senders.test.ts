import { after, aTimetable, broadcastingFixture, NOW, poolsFixture, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { WEEKDAYS } from '../../values/time/weekday.js'

const HOUR = 3_600
const LONG = 'x'.repeat(161)

describe('the default expiry is later if the rate of the sender needs hours:', () => {
  test.each([
    ['a broadcast', 'parts', { body: LONG }, 24 + 20],
    ['a broadcast of an account whose rates count messages', 'messages', { body: LONG }, 24 + 10],
    ['a batch', 'parts', { kind: 'batch', body: null, bodies: ['Hi', LONG] }, 24 + 20],
  ] as const)('%s', async (_, rateCounts, { bodies = ['Hi'], ...request }: Request, hours) => {
    const { start, read, phones } = await broadcastingFixture(inMemory({ now: NOW }), {
      account: { rateCounts },
      members: 100,
      sender: { messagesPerSecond: 100 / (10 * HOUR) },
    })
    const texts = request.kind === 'batch' ? phones.map((_phone, n) => bodies[n % bodies.length]!) : null
    const { broadcast } = await start({
      ...request,
      recipients: { phones, keys: null, bodies: texts, mediaUrls: null },
    })
    expect((await read(broadcast.id)).expiresAt).toBe(after(hours * HOUR).toISOString())
  })

  test('a broadcast from a pool, by the sum of its rates', async () => {
    const rate = 100 / (10 * HOUR)
    const { startFromPool, read } = await poolsFixture(inMemory({ now: NOW }), { members: 100, rates: [rate, rate] })
    const { broadcast } = await startFromPool()
    expect((await read(broadcast.id)).expiresAt).toBe(after(29 * HOUR).toISOString())
  })

  test('a send of a schedule', async () => {
    const contacts = Array.from({ length: 4 }, () => ({}))
    const { schedule, sender, at, sends, broadcast } = await schedulingFixture(inMemory({ now: NOW }), { contacts })
    await sender({ messagesPerSecond: 4 / (10 * HOUR) })
    const { id } = await schedule(aTimetable('2026-03-01T13:00'))
    await at('2026-03-01T13:00:00Z')
    const { expiresAt } = await broadcast((await sends(id))[0]!.broadcastId!)
    expect(expiresAt).toBe('2026-03-02T23:00:00.000Z')
  })
})

test('with sending windows, the hours of the rate are those of open windows', async () => {
  const windows = [{ days: WEEKDAYS, from: '09:00', to: '15:00' }]
  const { start, read } = await broadcastingFixture(inMemory({ now: NOW }), {
    account: { sendingHours: { windows, holidays: [], holdAtMost: '24h' } },
    members: 100,
    sender: { messagesPerSecond: 100 / (10 * HOUR) },
  })
  const { broadcast } = await start()
  expect((await read(broadcast.id)).expiresAt).toBe(after((24 + 24 + 40) * HOUR).toISOString())
})

type Request = { readonly kind?: 'batch'; readonly body: string | null; readonly bodies?: readonly string[] }

test('a sender that needs two days for a broadcast sends to everybody', async () => {
  const { start, work, clock, read, provider } = await broadcastingFixture(inMemory({ now: NOW }), {
    members: 96,
    sender: { messagesPerSecond: 2 / HOUR },
  })
  const { broadcast } = await start()
  for (let minutes = 0; minutes < 48 * 60; minutes += 10) {
    await work()
    clock.advance(10 * 60_000)
  }
  await work()
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 96, failed: 0 } })
  expect(new Set(provider.submitted.map(({ to }) => to)).size).toBe(96)
})

test('the usual expiry is not shown in the response, and that of a slow sender is', async () => {
  const fast = await broadcastingFixture(inMemory({ now: NOW }), { sender: { messagesPerSecond: 10 } })
  expect((await fast.start()).broadcast.expiresAt).toBeNull()
  const slow = await broadcastingFixture(inMemory({ now: NOW }), { sender: { messagesPerSecond: 0.01 } })
  const { broadcast } = await slow.start()
  expect(broadcast).toMatchObject({ expiresAt: after(28 * HOUR).toISOString() })
})
