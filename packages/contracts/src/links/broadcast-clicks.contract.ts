import { describe, expect, test } from '@jest/globals'
import {
  messageIdAt,
  type MessageLink,
  type Broadcast,
  type BroadcastLink,
  type Click,
  type MessageId,
} from '@carillon/core'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after, phoneOf } from '../fixtures/builders.js'
import { aClick, aMessage, aMessageLink } from '../fixtures/sending-builders.js'
import { ALL, NO_CLICKS, OTHER, clickStatsFixture } from './click-stats-fixture.js'
import { LINK } from './click-store-fixture.js'

/** The part of the click store's contract for the links of a broadcast. */
export function describeBroadcastClicks(open: OpenTestAdapters) {
  describe('clicks of a broadcast', () => {
    /** A broadcast with two links, sent to positions 0 to 9; only the messages at positions 0 to 7 are stored. */
    const openBroadcast = async () => {
      const fixture = await clickStatsFixture(open)
      const account = fixture.account.id
      const broadcast = aBroadcast({ account, total: 10 })
      const urlAt = (position: number, link = LINK, of: Pick<Broadcast, 'account' | 'id'> = broadcast): MessageLink => {
        const message = messageIdAt(of.id, position)
        return aMessageLink({ account: of.account, message, link })
      }
      const positions = Array.from({ length: 10 }, (_, i) => i)
      await fixture.run(async ({ clicks, messages }) => {
        await clicks.add(account, [...positions.map((n) => urlAt(n)), ...positions.map((n) => urlAt(n, OTHER))])
        await messages.add(
          positions.slice(0, 8).map((n) => {
            const sent = { status: 'sent', phase: null, sentAt: NOW } as const
            return aMessage({
              account,
              id: messageIdAt(broadcast.id, n),
              broadcast: broadcast.id,
              to: phoneOf(n),
              ...sent,
            })
          }),
        )
      })
      return {
        ...fixture,
        broadcast,
        urlAt,
        followAt: (position: number, given: Partial<Click> = {}) => {
          const { code } = urlAt(position, given.link)
          return fixture.record(aClick({ account, code, ...given }))
        },
        ofBroadcast: (of = broadcast) => fixture.run(({ clicks }) => clicks.ofBroadcast(of)),
        clickers: (link: string | null = null, page = ALL, of = broadcast) =>
          fixture.run(({ clicks }) => clicks.recipientsOfBroadcast(of, { ...page, link })),
      }
    }

    test('are counted for each link, including links without clicks; in the total, each recipient counts once', async () => {
      const { followAt, ofBroadcast, record, click } = await openBroadcast()
      const untouched = { ...NO_CLICKS, sent: 10 }
      expect(await ofBroadcast()).toEqual({
        recipients: 0,
        links: [
          { link: OTHER, ...untouched },
          { link: LINK, ...untouched },
        ],
      })
      await followAt(0, { at: after(5) })
      await followAt(0, { at: after(4) })
      await followAt(0, { at: after(6), link: OTHER })
      await followAt(9, { at: after(7) })
      await followAt(3, { at: after(1), visitor: 'bot' })
      await record(click())
      expect(await ofBroadcast()).toEqual({
        recipients: 2,
        links: [
          { ...untouched, link: OTHER, people: 1, recipients: 1, firstAt: after(6), lastAt: after(6) },
          { ...untouched, link: LINK, people: 3, bots: 1, recipients: 2, firstAt: after(4), lastAt: after(7) },
        ],
      })
    })

    test('include repeats, which count neither as people nor as recipients', async () => {
      const { followAt, ofBroadcast, clickers } = await openBroadcast()
      for (const position of [0, 0, 0, 1]) await followAt(position, { network: 7 })
      const [, { repeats, ...link }] = (await ofBroadcast()).links as [unknown, BroadcastLink]
      expect([link, repeats]).toMatchObject([{ link: LINK, people: 2, recipients: 2 }, 2])
      const repeatsOf = (await clickers()).results.map((one) => [one.people, one.repeats])
      expect(repeatsOf.sort()).toEqual([
        [1, 0],
        [1, 2],
      ])
    })

    test('are empty for a broadcast without links', async () => {
      const { ofBroadcast, clickers, account } = await openBroadcast()
      const plain = aBroadcast({ account: account.id })
      expect(await ofBroadcast(plain)).toEqual({ recipients: 0, links: [] })
      expect(await clickers(null, ALL, plain)).toEqual({ ...ALL, totalCount: 0, results: [] })
    })

    test('include only clicks on links in messages of the broadcast, within the account', async () => {
      const { run, account, urlAt, ofBroadcast, clickers, broadcast, neighbour } = await openBroadcast()
      const [next, other] = [aBroadcast({ account: account.id, total: 5 }), (await neighbour()).id]
      const theirs = { ...broadcast, account: other }
      await run(async ({ clicks }) => {
        await clicks.add(account.id, [urlAt(0, LINK, next), urlAt(10), aMessageLink({ account: account.id })])
        await clicks.add(other, [urlAt(0, LINK, theirs)])
        await clicks.record(aClick({ account: account.id, code: urlAt(0, LINK, next).code }))
        await clicks.record(aClick({ account: account.id, code: urlAt(10).code }))
      })
      expect(await ofBroadcast()).toMatchObject({ recipients: 0, links: [{ sent: 10 }, { sent: 10, people: 0 }] })
      expect(await ofBroadcast(next)).toMatchObject({ recipients: 1, links: [{ link: LINK, sent: 1, people: 1 }] })
      expect(await ofBroadcast(theirs)).toMatchObject({ recipients: 0, links: [{ link: LINK, sent: 1, people: 0 }] })
      expect((await clickers()).totalCount).toBe(0)
      expect((await clickers(null, ALL, next)).results.map(({ message }) => message)).toEqual([messageIdAt(next.id, 0)])
    })

    test('are listed by recipient, for all links or one link, in descending order of the first click', async () => {
      const { followAt, clickers, broadcast } = await openBroadcast()
      await followAt(2, { at: after(1) })
      await followAt(2, { at: after(9), link: OTHER })
      await followAt(2, { at: after(10), link: OTHER, visitor: 'bot' })
      await followAt(9, { at: after(3) })
      await followAt(5, { at: after(3), link: OTHER })
      await followAt(5, { at: after(4), visitor: 'bot' })
      await followAt(7, { at: after(8), visitor: 'bot' })
      const id = (position: number): MessageId => messageIdAt(broadcast.id, position)
      const once = { people: 1, bots: 0, repeats: 0, firstAt: after(3), lastAt: after(3) }
      const two = { ...once, message: id(2), to: phoneOf(2), people: 2, bots: 1, firstAt: after(1), lastAt: after(9) }
      const five = { ...once, message: id(5), to: phoneOf(5), bots: 1 }
      const nine = { ...once, message: id(9), to: null }
      expect(await clickers()).toEqual({ ...ALL, totalCount: 3, results: [nine, five, two] })
      expect(await clickers(null, { page: 2, limit: 1 })).toEqual({ page: 2, limit: 1, totalCount: 3, results: [five] })
      const ofOther = [
        { ...two, people: 1, firstAt: after(9) },
        { ...five, bots: 0 },
      ]
      expect(await clickers(OTHER)).toEqual({ ...ALL, totalCount: 2, results: ofOther })
      expect(await clickers('go.example.com/none')).toEqual({ ...ALL, totalCount: 0, results: [] })
    })
  })
}
