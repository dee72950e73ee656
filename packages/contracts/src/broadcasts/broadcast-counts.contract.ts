import { describe, expect, test } from '@jest/globals'
import { NO_OUTCOMES, type Broadcast, type BroadcastCounts } from '@carillon/core'
import { after, ids } from '../fixtures/builders.js'
import { aBroadcast } from './broadcast-builders.js'
import type { BroadcastStoreFixture } from './broadcast-fixture.js'

export function describeBroadcastCounts(openFixture: () => Promise<BroadcastStoreFixture>) {
  const openCounts = async () => {
    const fixture = await openFixture()
    const count = ({ account, id }: Broadcast, counts: Partial<BroadcastCounts>, now = after(1)) =>
      fixture.broadcasts((store) => store.count({ account, broadcast: id, counts: { ...NO_OUTCOMES, ...counts }, now }))
    return { ...fixture, count }
  }

  describe('counts of a broadcast', () => {
    test('are added up, and returned with the current broadcast', async () => {
      const { added, find, count } = await openCounts()
      const broadcast = await added({ status: 'sending', startedAt: after(0.5) })
      const first = { sent: 4, failed: 3, canceled: 2, delivered: 1 }
      expect(await count(broadcast, first)).toEqual({ broadcast: { ...broadcast, counts: first }, isEnd: false })
      const both = { sent: 5, failed: 3, canceled: 2, delivered: 3 }
      const counted = { broadcast: { ...broadcast, counts: both }, isEnd: false }
      expect(await count(broadcast, { sent: 1, delivered: 2 })).toEqual(counted)
      expect(await find(broadcast)).toEqual({ ...broadcast, counts: both })
    })

    test('end the broadcast only once, with the last outcome', async () => {
      const { added, find, count } = await openCounts()
      const broadcast = await added({ total: 3, status: 'sending' })
      const open = { ...broadcast, counts: { ...NO_OUTCOMES, sent: 1, failed: 1 } }
      expect(await count(broadcast, { sent: 1, failed: 1 })).toEqual({ broadcast: open, isEnd: false })
      const ended = { ...broadcast, status: 'completed', completedAt: after(2) } as const
      const counts = { ...NO_OUTCOMES, sent: 2, failed: 1 }
      expect(await count(broadcast, { sent: 1 }, after(2))).toEqual({ broadcast: { ...ended, counts }, isEnd: true })
      const later = { ...ended, counts: { ...counts, delivered: 2 } }
      expect(await count(broadcast, { delivered: 2 }, after(3))).toEqual({ broadcast: later, isEnd: false })
      expect(await find(broadcast)).toEqual(later)
    })

    test.each([
      ['failed', 'no message was sent', 'sending', { failed: 2 }],
      ['failed', 'no message was sent and some were skipped', 'sending', { failed: 1, canceled: 1 }],
      ['completed', 'some messages were sent', 'sending', { sent: 1, failed: 1 }],
      ['completed', 'all messages were sent at once', 'queued', { sent: 2 }],
      ['canceled', 'it was canceled', 'canceled', { sent: 1, canceled: 1 }],
      ['canceled', 'it was canceled and no message was sent', 'canceled', { canceled: 2 }],
    ] as const)('end the broadcast as %s if %s', async (end, _, status, counts) => {
      const { added, count } = await openCounts()
      const broadcast = await added({ total: 2, status })
      expect(await count(broadcast, counts)).toMatchObject({
        broadcast: { status: end, completedAt: after(1) },
        isEnd: true,
      })
    })

    test('from concurrent calls are all added, and only the last outcome ends the broadcast', async () => {
      const { added, find, count } = await openCounts()
      const broadcast = await added({ total: 20, status: 'sending' })
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, i) => count(broadcast, i % 2 === 0 ? { sent: 2 } : { sent: 1, failed: 1 })),
      )
      const known = (result: { broadcast: Broadcast }) => result.broadcast.counts.sent + result.broadcast.counts.failed
      expect(results.map(known).sort((a, b) => a - b)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
      const last = results.filter(({ isEnd, broadcast: { completedAt } }) => isEnd || completedAt !== null)
      expect(last.map((result) => [known(result), result.isEnd])).toEqual([[20, true]])
      expect(await find(broadcast)).toMatchObject({
        status: 'completed',
        completedAt: after(1),
        counts: { sent: 15, failed: 5 },
      })
    })

    test('are changed under a lock on the broadcast until the unit of work ends', async () => {
      const { account, added, find, run } = await openCounts()
      const { id } = await added()
      const both = () =>
        run(async ({ broadcasts }) => {
          const counts = { ...NO_OUTCOMES, sent: 1 }
          const outcomes = { account: account.id, broadcast: id, counts, now: after(1) }
          const { broadcast: counted } = await broadcasts.count(outcomes)
          await broadcasts.save({ ...counted, counts: { ...counted.counts, delivered: counted.counts.sent } })
        })
      await Promise.all([both(), both(), both()])
      const after3 = await find(aBroadcast({ account: account.id, id }))
      expect(after3!.counts).toEqual({ ...NO_OUTCOMES, sent: 3, delivered: 3 })
    })

    test('cannot be added if the broadcast is unknown: the call throws, because the caller has a bug', async () => {
      const { account, count } = await openCounts()
      const unknown = aBroadcast({ account: account.id, id: ids.next('brc') })
      await expect(count(unknown, { sent: 1 })).rejects.toThrow(unknown.id)
    })
  })
}
