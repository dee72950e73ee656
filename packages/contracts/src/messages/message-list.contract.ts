import { describe, expect, test } from '@jest/globals'
import type { Message, MessageQuery } from '@carillon/core'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { ANN, BOB, after } from '../fixtures/builders.js'
import { aMessage, aMessageQuery, anInboundText } from '../fixtures/sending-builders.js'

/** The part of the message store's contract for listing messages. */
export function describeMessageList(openFixture: () => Promise<AccountFixture>) {
  const openList = async () => {
    const fixture = await openFixture()
    const message = (given?: Partial<Message>) => aMessage({ account: fixture.account.id, ...given })
    const add = (...many: readonly Message[]) => fixture.run(({ messages }) => messages.add(many))
    const list = (query?: Partial<MessageQuery>, account = fixture.account) =>
      fixture.run(({ messages }) => messages.list(account.id, aMessageQuery({ limit: 20, ...query })))
    const idsOf = async (query: Partial<MessageQuery>) => (await list(query)).results.map(({ id }) => id)
    return { ...fixture, message, add, list, idsOf }
  }

  describe('messages: list', () => {
    test('returns the newest first, then by id descending', async () => {
      const { message, add, list } = await openList()
      const [a, b, c, d] = [1, 3, 1, 2].map((seconds) => message({ createdAt: after(seconds) }))
      await add(a!, b!, c!, d!)
      expect((await list()).results).toEqual([b, d, c, a])
    })

    test('returns pages, with the total count', async () => {
      const { message, add, list } = await openList()
      const all = [1, 2, 3, 4, 5].map((n) => message({ createdAt: after(-n) }))
      await add(...all)
      const [page, limit, totalCount] = [2, 2, 5]
      expect(await list({ page, limit })).toEqual({ page, limit, totalCount, results: [all[2], all[3]] })
      expect(await list({ page: 3, limit })).toMatchObject({ totalCount, results: [all[4]] })
      expect(await list({ page: 9, limit })).toEqual({ page: 9, limit, totalCount, results: [] })
    })

    test('is empty for an account without messages, even if another account has some', async () => {
      const { message, add, list, neighbour } = await openList()
      await add(message())
      expect(await list({}, await neighbour())).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] })
    })

    test('filters by direction, status and exact numbers', async () => {
      const { account, message, add, idsOf } = await openList()
      const [queued, sent, failed, received] = [
        message(),
        message({ from: '12345', to: BOB, status: 'sent', phase: null, sentAt: after(1) }),
        message({ to: BOB, status: 'failed', phase: null, failure: { type: 'opted_out', message: 'No' } }),
        anInboundText({ account: account.id, from: BOB }),
      ]
      await add(queued!, sent!, failed!, received!)
      expect(await idsOf({ direction: 'inbound' })).toEqual([received!.id])
      expect(await idsOf({ direction: 'outbound' })).toEqual([failed!.id, sent!.id, queued!.id])
      expect(await idsOf({ status: 'queued' })).toEqual([queued!.id])
      expect(await idsOf({ status: 'sent' })).toEqual([received!.id, sent!.id])
      expect(await idsOf({ status: 'failed' })).toEqual([failed!.id])
      expect(await idsOf({ to: BOB })).toEqual([failed!.id, sent!.id])
      expect(await idsOf({ to: ANN })).toEqual([queued!.id])
      expect(await idsOf({ from: BOB })).toEqual([received!.id])
      expect(await idsOf({ from: '12345' })).toEqual([sent!.id])
      expect(await idsOf({ from: '1234' })).toEqual([])
      expect(await idsOf({ to: '%' })).toEqual([])
    })

    test('filters by time of creation, both ends inclusive', async () => {
      const { message, add, idsOf } = await openList()
      const [a, b, c] = [0, 1, 2].map((seconds) => message({ createdAt: after(seconds) }))
      await add(a!, b!, c!)
      expect(await idsOf({ createdFrom: after(1) })).toEqual([c!.id, b!.id])
      expect(await idsOf({ createdTo: after(1) })).toEqual([b!.id, a!.id])
      expect(await idsOf({ createdFrom: after(1), createdTo: after(1) })).toEqual([b!.id])
      expect(await idsOf({ createdFrom: after(1.001), createdTo: after(1.999) })).toEqual([])
    })

    test('combines all filters, and counts the matches', async () => {
      const { message, add, list } = await openList()
      const mine = message({ to: BOB, from: '12345', createdAt: after(1) })
      await add(mine, message({ to: BOB }), message({ from: '12345' }), message({ createdAt: after(1) }))
      const span = { createdFrom: after(1), createdTo: after(1) }
      const query = { direction: 'outbound', to: BOB, from: '12345', status: 'queued', ...span } as const
      expect(await list(query)).toMatchObject({ totalCount: 1, results: [mine] })
    })
  })
}
