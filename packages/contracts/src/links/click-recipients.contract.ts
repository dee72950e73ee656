import { describe, expect, test } from '@jest/globals'
import type { Click } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, phoneOf } from '../fixtures/builders.js'
import { aMessage, aMessageLink } from '../fixtures/sending-builders.js'
import { ALL, OTHER, clickStatsFixture } from './click-stats-fixture.js'
import { LINK } from './click-store-fixture.js'

/** The part of the click store's contract for the recipients who followed a link. */
export function describeClickRecipients(open: OpenTestAdapters) {
  const openStats = () => clickStatsFixture(open)

  describe('recipients who followed a link', () => {
    test('are returned with number and click counts, in descending order of their first click', async () => {
      const { store, record, click, account, recipients } = await openStats()
      const sends = await Promise.all(
        [1, 2, 3, 4].map(async (n) => {
          const one = aMessage({ account: account.id, to: phoneOf(n) })
          const messageLink = aMessageLink({ account: account.id, message: one.id })
          await store(one, [messageLink])
          return messageLink
        }),
      )
      const follow = (n: number, at: Date, given?: Partial<Click>) =>
        record(click({ code: sends[n]!.code, at, ...given }))
      await follow(0, after(5))
      await follow(0, after(50))
      await follow(0, after(60), { visitor: 'bot' })
      await follow(1, after(7))
      await follow(2, after(5))
      await follow(3, after(9), { visitor: 'bot' })
      await record(click({ at: after(99) }))
      const once = { people: 1, bots: 0, repeats: 0 }
      const all = [
        { message: sends[1]!.message, to: phoneOf(2), ...once, firstAt: after(7), lastAt: after(7) },
        ...[
          {
            message: sends[0]!.message,
            to: phoneOf(1),
            ...once,
            people: 2,
            bots: 1,
            firstAt: after(5),
            lastAt: after(50),
          },
          { message: sends[2]!.message, to: phoneOf(3), ...once, firstAt: after(5), lastAt: after(5) },
        ].sort((a, b) => (a.message < b.message ? 1 : -1)),
      ]
      expect(await recipients()).toEqual({ ...ALL, totalCount: 3, results: all })
      const second = { page: 2, limit: 2 }
      expect(await recipients(second)).toEqual({ ...second, totalCount: 3, results: all.slice(2) })
      expect(await recipients({ page: 9, limit: 2 })).toEqual({ page: 9, limit: 2, totalCount: 3, results: [] })
    })

    test('belong to one link and one account', async () => {
      const { record, followed, recipients, neighbour } = await openStats()
      await record(followed())
      expect((await recipients(ALL, OTHER)).totalCount).toBe(0)
      expect((await recipients(ALL, LINK, (await neighbour()).id)).totalCount).toBe(0)
    })
  })
}
