import { describe, expect, test } from '@jest/globals'
import type { Broadcast } from '@carillon/core'
import { aBroadcast, chunksOf } from '../broadcasts/broadcast-builders.js'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { DONE, retentionStoreFixture } from './retention-store-fixture.js'

/** The part of the retention store's contract for recipients. */
export function describeTrimmedRecipients(open: OpenTestAdapters) {
  async function openFixture() {
    const fixture = await retentionStoreFixture(open)
    const { run } = fixture
    return {
      ...fixture,
      /** A broadcast that completed this many seconds after NOW; if null, it is still running. */
      broadcast: async (seconds: number | null, chunks: number, account = fixture.account.id) => {
        const ended = seconds === null ? {} : ({ status: 'completed', completedAt: after(seconds) } as const)
        const counts = { sent: 80, failed: 15, canceled: 5, delivered: 70 }
        const broadcast = aBroadcast({ account, counts, ...ended })
        await run(({ broadcasts }) => broadcasts.add(broadcast, chunksOf(broadcast, chunks)))
        return broadcast
      },
      chunksLeft: async ({ account, id }: Broadcast) =>
        (await run(({ broadcasts }) => broadcasts.chunkStates(account, id))).length,
    }
  }

  describe('recipients', () => {
    test('of broadcasts that ended at the given instant or before are deleted; the broadcasts are kept', async () => {
      const { broadcast, chunksLeft, run, trimRecipients } = await openFixture()
      const [old, young] = [await broadcast(100, 2), await broadcast(100.001, 2)]
      expect(await trimRecipients()).toEqual({ taken: 2, next: null })
      expect([await chunksLeft(old), await chunksLeft(young)]).toEqual([0, 2])
      expect(await run(({ broadcasts }) => broadcasts.find(old.account, old.id))).toEqual(old)
      expect(await trimRecipients()).toEqual(DONE)
    })

    test('of a running broadcast are kept, however old it is', async () => {
      const { broadcast, chunksLeft, trimRecipients } = await openFixture()
      const running = await broadcast(null, 1)
      expect(await trimRecipients()).toEqual(DONE)
      expect(await chunksLeft(running)).toBe(1)
    })

    test('are deleted chunk by chunk, up to the limit, until none are left', async () => {
      const { broadcast, chunksLeft, trimRecipients } = await openFixture()
      const some = [await broadcast(3, 5), await broadcast(2, 1), await broadcast(1, 0), await broadcast(2, 3)]
      let taken = 0
      for (let from: Date | null = null, steps = 0; steps < 20; steps++) {
        const step = await trimRecipients(2, { from })
        expect(step.taken).toBeLessThanOrEqual(2)
        taken += step.taken
        if (step.next === null) break
        from = step.next
      }
      expect(taken).toBe(9)
      for (const one of some) expect(await chunksLeft(one)).toBe(0)
    })

    test('of another account are kept', async () => {
      const { broadcast, chunksLeft, neighbour, trimRecipients } = await openFixture()
      const theirs = await broadcast(1, 1, (await neighbour()).id)
      expect(await trimRecipients()).toEqual(DONE)
      expect(await chunksLeft(theirs)).toBe(1)
      expect(await trimRecipients(9, {}, theirs.account)).toMatchObject({ taken: 1 })
    })
  })
}
