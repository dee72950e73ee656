import { describe, expect, test } from '@jest/globals'
import type { AccountId, Allowance, Bucket } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW } from '../fixtures/builders.js'

export function describeRateLimiter(open: OpenTestAdapters) {
  const openFixture = async () => {
    const { rateLimiter, unitOfWork } = await open()
    const { account, neighbour, run } = await accountFixture({ unitOfWork })
    /** Makes a request this many milliseconds after NOW. */
    const take = (atMs: number, limit: number, { of = account.id, bucket = 'message' }: Asking = {}) =>
      rateLimiter.take({ account: of, bucket, limit, now: new Date(NOW.getTime() + atMs) })
    return { take, neighbour, run }
  }

  describe('the rate limiter', () => {
    test('allows requests up to the limit, refuses more, and returns how many remain', async () => {
      const { take } = await openFixture()
      expect(await take(0, 2)).toEqual({ allowed: true, limit: 2, remaining: 1, resetMs: 60_000 })
      expect(await take(1_000, 2)).toEqual({ allowed: true, limit: 2, remaining: 0, resetMs: 59_000 })
      expect(await take(1_500, 2)).toEqual({ allowed: false, limit: 2, remaining: 0, resetMs: 58_500 })
    })

    test('stops counting a request after exactly 60,000 ms, and not 1 ms earlier', async () => {
      const { take } = await openFixture()
      await take(0, 1)
      expect(await take(59_999, 1)).toEqual({ allowed: false, limit: 1, remaining: 0, resetMs: 1 })
      expect(await take(60_000, 1)).toEqual({ allowed: true, limit: 1, remaining: 0, resetMs: 60_000 })
    })

    test('uses a sliding window, so that a burst at a minute boundary cannot get twice the limit', async () => {
      const { take } = await openFixture()
      for (const atMs of [58_000, 59_000, 59_999]) expect(await take(atMs, 3)).toMatchObject({ allowed: true })
      for (const atMs of [60_000, 60_001, 117_999]) expect(await take(atMs, 3)).toMatchObject({ allowed: false })
      expect(await take(118_000, 3)).toMatchObject({ allowed: true, remaining: 0, resetMs: 1_000 })
      expect(await take(118_001, 3)).toMatchObject({ allowed: false })
    })

    test('does not count refused requests', async () => {
      const { take } = await openFixture()
      await take(0, 1)
      for (const atMs of [10_000, 30_000, 59_000]) expect(await take(atMs, 1)).toMatchObject({ allowed: false })
      expect(await take(60_000, 1)).toMatchObject({ allowed: true })
    })

    test('counts several requests at one instant separately', async () => {
      const { take } = await openFixture()
      const remaining: number[] = []
      for (let i = 0; i < 4; i++) remaining.push((await take(0, 3)).remaining)
      expect(remaining).toEqual([2, 1, 0, 0])
    })

    test('allows exactly as many of 50 concurrent requests as the limit', async () => {
      const { take } = await openFixture()
      const allowances = await Promise.all(Array.from({ length: 50 }, () => take(0, 20)))
      expect(allowedOf(allowances)).toHaveLength(20)
      expect(
        allowedOf(allowances)
          .map(({ remaining }) => remaining)
          .sort((a, b) => a - b),
      ).toEqual([...Array(20).keys()])
    })

    test('allows exactly as many of 50 concurrent requests as the limit, even if their clocks differ', async () => {
      const { take } = await openFixture()
      const allowances = await Promise.all(Array.from({ length: 50 }, (_, i) => take((i * 37) % 250, 20)))
      expect(allowedOf(allowances)).toHaveLength(20)
    })

    test('counts each bucket separately', async () => {
      const { take } = await openFixture()
      expect(await take(0, 1)).toMatchObject({ allowed: true })
      expect(await take(0, 1, { bucket: 'broadcast' })).toMatchObject({ allowed: true })
      expect(await take(0, 1)).toMatchObject({ allowed: false })
      expect(await take(0, 1, { bucket: 'broadcast' })).toMatchObject({ allowed: false })
    })

    test('counts each account separately', async () => {
      const { take, neighbour } = await openFixture()
      const other = await neighbour()
      expect(await take(0, 1)).toMatchObject({ allowed: true })
      expect(await take(0, 1, { of: other.id })).toMatchObject({ allowed: true })
      expect(await take(0, 1)).toMatchObject({ allowed: false })
    })

    test('applies the current limit: refuses requests once it is lowered, and allows them once it is raised', async () => {
      const { take } = await openFixture()
      for (const atMs of [0, 1, 2]) await take(atMs, 5)
      expect(await take(10, 2)).toEqual({ allowed: false, limit: 2, remaining: 0, resetMs: 59_991 })
      expect(await take(11, 5)).toMatchObject({ allowed: true, remaining: 1 })
      expect(await take(12, 5)).toMatchObject({ allowed: true, remaining: 0 })
      expect(await take(13, 5)).toMatchObject({ allowed: false })
      expect(await take(60_001, 5)).toMatchObject({ allowed: true, remaining: 1 })
    })

    test('allows nothing if the limit is zero', async () => {
      const { take } = await openFixture()
      expect(await take(0, 0)).toMatchObject({ allowed: false, limit: 0, remaining: 0 })
    })

    test('refuses a process with a slow clock if a process with a fast clock has used up the limit', async () => {
      const { take } = await openFixture()
      expect(await take(200, 1)).toMatchObject({ allowed: true })
      expect(await take(0, 1)).toMatchObject({ allowed: false })
      expect(await take(59_999, 1)).toMatchObject({ allowed: false })
    })

    test('resets in at most a minute for a slow clock, even if the window began in that clock’s future', async () => {
      const { take } = await openFixture()
      expect(await take(2_000, 1)).toMatchObject({ allowed: true })
      expect(await take(0, 1)).toEqual({ allowed: false, limit: 1, remaining: 0, resetMs: 60_000 })
      expect(await take(2_500, 1)).toMatchObject({ allowed: false, resetMs: 59_500 })
      expect(await take(500, 1)).toEqual({ allowed: false, limit: 1, remaining: 0, resetMs: 60_000 })
    })

    test('resets in 1 ms to 60,000 ms even if requests arrive out of order', async () => {
      const { take } = await openFixture()
      const waves = [0, 59_000, 60_500, 61_000, 119_999, 3_000, 240_000]
      const allowances: Allowance[] = []
      for (const startMs of waves) {
        const wave = Array.from({ length: 14 }, (_, i) => take(startMs + 1_300 - i * 100, 4))
        allowances.push(...(await Promise.all(wave)))
      }
      for (const { resetMs } of allowances) {
        expect(resetMs).toBeGreaterThanOrEqual(1)
        expect(resetMs).toBeLessThanOrEqual(60_000)
      }
    })

    test('never allows more than the limit in 60 seconds when the clock goes back after a window', async () => {
      const { take } = await openFixture()
      const instantsMs = [1_000, 1_000, 61_500, 60_500, 60_700, 61_400]
      const allowed: number[] = []
      for (const atMs of instantsMs) if ((await take(atMs, 2)).allowed) allowed.push(atMs)
      expect(mostInAMinute(allowed)).toBeLessThanOrEqual(2)
    })

    test('never allows more than the limit in 60 seconds while clocks go back and forth', async () => {
      const { take } = await openFixture()
      const allowed: number[] = []
      for (let i = 0; i < 150; i++) {
        const atMs = i * 1_000 - ((i * 7919) % 251)
        if ((await take(atMs, 7)).allowed) allowed.push(atMs)
      }
      expect(mostInAMinute(allowed)).toBe(7)
      expect(allowed.length).toBeGreaterThanOrEqual(15)
    })

    test('is independent of units of work: a request stays counted if its unit of work fails', async () => {
      const { take, run } = await openFixture()
      const failing = run(async () => {
        expect(await take(0, 1)).toMatchObject({ allowed: true })
        throw new Error('Undone')
      })
      await expect(failing).rejects.toThrow('Undone')
      expect(await take(1, 1)).toMatchObject({ allowed: false })
    })
  })
}

type Asking = { readonly of?: AccountId; readonly bucket?: Bucket }

function allowedOf(allowances: readonly Allowance[]): readonly Allowance[] {
  return allowances.filter(({ allowed }) => allowed)
}

/** The largest number of instants in any window of 60 seconds. */
function mostInAMinute(instantsMs: readonly number[]): number {
  const within = (from: number) => instantsMs.filter((ms) => ms >= from && ms < from + 60_000).length
  return Math.max(...instantsMs.map(within))
}
