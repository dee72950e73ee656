import { busiestWindow, memberNumber, FROM_EIGHT_TO_NINE, NOW, pooledNumber, poolsFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { parseTimeZone } from '../../values/time/time-zone.js'

const [A, B] = [pooledNumber(0), pooledNumber(1)]

/** In Denver, where the members are, the window closes ten seconds before nine in the evening, and opens at eight. */
const CLOSING = new Date('2026-03-01T03:59:50Z')
const OPENING = new Date('2026-03-01T15:00:00Z')

describe('a broadcast from a pool', () => {
  test('texts nobody outside of the sending windows, also recipients who wait for their number', async () => {
    const account = { sendingHours: FROM_EIGHT_TO_NINE, timezone: parseTimeZone('Europe/London') }
    const now = new Date(CLOSING.getTime() - 3_500)
    const { startFromPool, workFor, read, give, clock, phones, failures } = await poolsFixture(inMemory({ now }), {
      members: 12,
      rates: [1, 2],
      account,
    })
    await give(phones.map((phone, n) => [phone, n < 8 ? A : B] as const))
    const { broadcast } = await startFromPool()
    const before = await workFor(10)
    expect([before.get(A)!.length, before.get(B)!.length]).toEqual([4, 4])
    expect(Math.max(...[...before.values()].flat())).toBeLessThanOrEqual(CLOSING.getTime())
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 8, queued: 4, held: 4 })
    clock.set(new Date(OPENING.getTime() - 2_000))
    const after = await workFor(10)
    expect(after.get(A)).toHaveLength(4)
    expect(Math.min(...after.get(A)!)).toBeGreaterThanOrEqual(OPENING.getTime())
    expect(busiestWindow(after.get(A)!, 1_000)).toBe(1)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 12, held: 0 } })
    expect(failures).toEqual([])
  })

  test('with a canary sends to the others after its wait, even if the canary had to wait for its number', async () => {
    const { startFromPool, workFor, read, give, clock, provider, phones } = await poolsFixture(inMemory({ now: NOW }), {
      members: 20,
      rates: [1, null],
    })
    await give(phones.map((phone, n) => [phone, n < 3 ? A : B] as const))
    const canary = { recipients: 4, waitMinutes: 5, stopWhen: { atLeast: 2, failedOver: 0.4 } }
    const { broadcast } = await startFromPool({ canary })
    await workFor(299)
    expect(new Set(provider.submitted.map(({ to }) => to))).toEqual(new Set([0, 1, 2, 3].map(memberNumber)))
    expect(provider.submitted).toHaveLength(4)
    clock.advance(10_000)
    await workFor(60)
    expect(provider.submitted.slice(4).map(({ from }) => from)).toEqual(Array(16).fill(B))
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 20 } })
  })
})
