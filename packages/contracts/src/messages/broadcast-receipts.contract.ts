import { describe, expect, test } from '@jest/globals'
import { messageIdAt, type Receipt } from '@carillon/core'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { after, ids } from '../fixtures/builders.js'
import { aMessage, aReceipt } from '../fixtures/sending-builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { broadcastMessagesFixture, FAILED, SENT } from './broadcast-messages-fixture.js'

/** The part of the message store's contract for receipts of the messages of broadcasts, which may come before they are stored. */
export function describeBroadcastReceipts(openFixture: () => Promise<AccountFixture>) {
  const openBroadcast = () => broadcastMessagesFixture(openFixture)

  describe('messages of a broadcast', () => {
    test('can have receipts before they are stored; each receipt is taken once, by position', async () => {
      const { messagesAt, keep, take } = await openBroadcast()
      const receipts = messagesAt(0, 5).map((message, i) =>
        aReceipt({ message, at: after(i), failure: i === 3 ? FAILED.failure : null }),
      )
      await keep(...receipts)
      expect(await take(1, 4)).toEqual(receipts.slice(1, 4))
      expect(await take(1, 4)).toEqual([])
      expect(await take(0, 0)).toEqual([])
      expect(await take(0, 50_000)).toEqual([receipts[0], receipts[4]])
    })

    test('have their receipts returned by `takeReceipts`, which returns no other receipts', async () => {
      const { account, neighbour, run, messagesAt, keep, take } = await openBroadcast()
      const receipts = messagesAt(0, 3).map((message) => aReceipt({ message }))
      await keep(...receipts)
      const takeFor = (of: typeof account.id, many: readonly Receipt[]) =>
        run(({ messages }) =>
          messages.takeReceipts(
            of,
            many.map(({ message }) => message),
          ),
        )
      expect(await takeFor(account.id, [])).toEqual([])
      expect(await takeFor((await neighbour()).id, receipts)).toEqual([])
      expect(await takeFor(account.id, receipts.slice(1, 2))).toEqual(receipts.slice(1, 2))
      expect(await take(0, 3)).toEqual([receipts[0], receipts[2]])
    })

    test('that are stored after their first receipt, and then get another one, are settled with the first', async () => {
      const { add, keep, messageAt, run } = await openBroadcast()
      const message = messageAt(0, { status: 'queued', phase: 'submitting', sentAt: null })
      const first = aReceipt({ message })
      await keep(first)
      await add([message])
      await keep(aReceipt({ message, failure: FAILED.failure }))
      const nothing = { entries: [], job: null, key: null, events: [], optOut: null, counted: [] }
      const settled = await run(({ singleSends }) =>
        singleSends.settle([{ message: { ...message, ...SENT }, ...nothing }]),
      )
      expect(settled).toEqual([{ receipt: first }])
    })

    test('have their receipts trimmed, for one account, up to the given time and up to the limit', async () => {
      const { account, neighbour, run, messageAt, messagesAt, keep, take } = await openBroadcast()
      const receipts = messagesAt(0, 4).map((message, i) => aReceipt({ message, at: after(i) }))
      const other = (await neighbour()).id
      const theirs = aReceipt({ message: messageAt(0, { account: other }), at: after(0) })
      await keep(...receipts, theirs)
      const trim = (limit: number) => run(({ messages }) => messages.trimReceipts(account.id, after(2), limit))
      expect([await trim(2), await trim(2), await trim(2)]).toEqual([2, 1, 0])
      expect(await take(0, 4)).toEqual([receipts[3]])
      expect(await take(0, 4, other)).toEqual([theirs])
    })

    test('keep the first receipt, whether or not they are stored', async () => {
      const { messageAt, add, keep, take } = await openBroadcast()
      const [there, absent] = [messageAt(0), messageAt(1)]
      await add([there])
      const first = [there, absent].map((message) => aReceipt({ message, failure: FAILED.failure }))
      await keep(...first, ...[there, absent].map((message) => aReceipt({ message, at: after(9) })))
      expect(await take(0, 2)).toEqual(first)
    })

    test('have only receipts of the same broadcast and account', async () => {
      const { account, neighbour, messageAt, keep, take } = await openBroadcast()
      const [other, another] = [await neighbour(), aBroadcast({ account: account.id })]
      const theirs = aReceipt({ message: messageAt(0, { account: other.id }) })
      const elsewhere = aReceipt({ message: messageAt(0, { id: messageIdAt(another.id, 0) }) })
      const single = aReceipt({ message: aMessage({ account: account.id, id: ids.next('msg') }) })
      await keep(theirs, elsewhere, single)
      expect(await take(0, 50_000)).toEqual([])
      expect(await take(0, 50_000, other.id)).toEqual([theirs])
    })

    test('keep their receipts if the unit of work fails', async () => {
      const { account, run, messageAt, keep, take } = await openBroadcast()
      const receipt = aReceipt({ message: messageAt(0) })
      await keep(receipt)
      await expectRolledBack(run, ({ messages }) => messages.takeReceipts(account.id, [receipt.message]))
      expect(await take(0, 1)).toEqual([receipt])
    })
  })
}
