import { describe, expect, test } from '@jest/globals'
import type { Broadcast, BroadcastQuery } from '@carillon/core'
import { after, ids } from '../fixtures/builders.js'
import type { BroadcastStoreFixture } from './broadcast-fixture.js'

const ALL: BroadcastQuery = { status: null, after: null, limit: 10 }

/** The part of the broadcast store's contract for lists. */
export function describeBroadcastList(openFixture: () => Promise<BroadcastStoreFixture>) {
  async function open() {
    const fixture = await openFixture()
    const { account, broadcasts } = fixture
    return {
      ...fixture,
      list: (query: Partial<BroadcastQuery> = {}, of = account.id) =>
        broadcasts((store) => store.list(of, { ...ALL, ...query })),
    }
  }

  describe('the list of broadcasts', () => {
    test('has broadcasts and batches of one account, newest first, then by descending id', async () => {
      const { added, list, neighbour } = await open()
      const [first, second, third] = [ids.next('brc'), ids.next('bat'), ids.next('brc')]
      const together = [
        await added({ id: first, createdAt: after(2) }),
        await added({ id: third, createdAt: after(2) }),
      ]
      const [newest, oldest] = [await added({ id: second, createdAt: after(3) }), await added({ createdAt: after(1) })]
      await added({ account: (await neighbour()).id })
      expect(await list()).toEqual([newest, together[1], together[0], oldest])
    })

    test('is read in steps that neither repeat nor miss a broadcast, even if several have the same time', async () => {
      const { added, list } = await open()
      for (let i = 0; i < 7; i++) await added({ createdAt: after(i >> 1) })
      const found: Broadcast[] = []
      for (let last: Broadcast | null = null; ;) {
        const step: readonly Broadcast[] = await list({ after: last, limit: 2 })
        found.push(...step)
        if (step.length < 2) break
        last = step.at(-1)!
      }
      expect(found).toEqual(await list())
      expect(found).toHaveLength(7)
    })

    test('has only broadcasts with a status, if one is given', async () => {
      const { added, list } = await open()
      await added({ status: 'queued' })
      const [old, young] = [
        await added({ status: 'sending', createdAt: after(1) }),
        await added({ status: 'sending', createdAt: after(2) }),
      ]
      expect(await list({ status: 'sending' })).toEqual([young, old])
      expect(await list({ status: 'sending', after: young })).toEqual([old])
      expect(await list({ status: 'failed' })).toEqual([])
    })

    test('has paused broadcasts under that status only, while they are under way', async () => {
      const { added, list } = await open()
      const paused = [
        await added({ status: 'sending', pausedAt: after(3), createdAt: after(2) }),
        await added({ status: 'queued', pausedAt: after(3), createdAt: after(1) }),
      ]
      const running = await added({ status: 'sending' })
      const canceled = await added({ status: 'canceled', pausedAt: after(3) })
      const completed = await added({ status: 'completed', pausedAt: after(3), completedAt: after(4) })
      expect(await list({ status: 'paused' })).toEqual(paused)
      expect(await list({ status: 'paused', after: paused[0]! })).toEqual([paused[1]])
      expect(await list({ status: 'sending' })).toEqual([running])
      expect(await list({ status: 'queued' })).toEqual([])
      expect(await list({ status: 'canceled' })).toEqual([canceled])
      expect(await list({ status: 'completed' })).toEqual([completed])
    })
  })
}
