import { describe, expect, test } from '@jest/globals'
import { messageIdAt, type Message, type MessageId } from '@carillon/core'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { aConsent, after, ids, phoneOf } from '../fixtures/builders.js'
import { aMessage } from '../fixtures/sending-builders.js'
import { broadcastMessagesFixture, FAILED } from './broadcast-messages-fixture.js'
import { describeBroadcastReceipts } from './broadcast-receipts.contract.js'

/** The part of the message store's contract for the messages of broadcasts, which are found by position. */
export function describeBroadcastMessages(openFixture: () => Promise<AccountFixture>) {
  const openBroadcast = () => broadcastMessagesFixture(openFixture)

  describe('messages of a broadcast', () => {
    test('are found by position, with all fields', async () => {
      const { messageAt, add, of } = await openBroadcast()
      const many = [
        messageAt(0, { to: phoneOf(7), providerId: 'SM1', idempotencyKey: 'order-1' }),
        messageAt(31, { ...FAILED, mediaUrl: 'https://media.example.com/bell.png', cost: { sms: 1, mms: 1 } }),
        messageAt(32, { body: 'Grüße 👋\n"quoted", \\ and {{tags}}', deliveredAt: after(5), createdAt: after(1) }),
        messageAt(49_999, { template: { id: ids.next('tpl'), version: 3 } }),
      ]
      expect(await add(many.toReversed())).toEqual(new Set(many.map(({ id }) => id)))
      expect(await of({})).toEqual(many)
    })

    test('that failed are counted by reason, and found by reason', async () => {
      const { messageAt, add, of, run, broadcast, account, neighbour } = await openBroadcast()
      const failed = (position: number, type: 'carrier_rejected' | 'opted_out' | 'erased') =>
        messageAt(position, { ...FAILED, failure: { type, message: 'No' } })
      const many = [
        failed(0, 'opted_out'),
        failed(3, 'carrier_rejected'),
        failed(999, 'carrier_rejected'),
        failed(1000, 'erased'),
      ]
      await add([...many, messageAt(1)])
      expect(await run(({ messages }) => messages.failuresOf(account.id, broadcast.id, RANGE))).toEqual([
        { type: 'carrier_rejected', count: 2 },
        { type: 'erased', count: 1 },
        { type: 'opted_out', count: 1 },
      ])
      expect(await of({ failureType: 'carrier_rejected' })).toEqual(many.slice(1, 3))
      expect(await of({ failureType: 'carrier_rejected', from: 4 })).toEqual([many[2]])
      const other = await neighbour()
      expect(await run(({ messages }) => messages.failuresOf(other.id, broadcast.id, RANGE))).toEqual([])
    })

    test('that failed are counted without those with a given failure', async () => {
      const { messageAt, add, run, broadcast, account } = await openBroadcast()
      const failed = (position: number, type: 'invalid_destination' | 'erased', message: string) =>
        messageAt(position, { ...FAILED, failure: { type, message } })
      await add([
        messageAt(0),
        failed(1, 'invalid_destination', 'A landline'),
        failed(2, 'invalid_destination', 'A landline'),
        failed(3, 'invalid_destination', 'Unknown'),
        failed(4, 'erased', 'A landline'),
      ])
      const except = { type: 'invalid_destination', message: 'A landline' } as const
      const query = { ...RANGE, except }
      expect(await run(({ messages }) => messages.failuresOf(account.id, broadcast.id, query))).toEqual([
        { type: 'erased', count: 1 },
        { type: 'invalid_destination', count: 1 },
      ])
    })

    test('that were sent to recipients who then opted out are counted', async () => {
      const { messageAt, add, run, account, broadcast, neighbour } = await openBroadcast()
      const sent = Array.from({ length: 5 }, (_, i) => messageAt(i, { to: phoneOf(i), sentAt: after(10) }))
      await add([...sent, messageAt(5, FAILED)])
      const optOut = (of: number, at: Date) => aConsent({ account: account.id, phone: phoneOf(of), optedOutAt: at })
      await run(({ consents }) => consents.save([optOut(0, after(10)), optOut(1, after(60)), optOut(2, after(9.999))]))
      const count = (range = RANGE, of = account.id) =>
        run(({ messages }) => messages.optedOutOf(of, broadcast.id, range))
      expect(await count()).toBe(2)
      expect(await count({ from: 1, until: 6 })).toBe(1)
      await run(({ consents }) => consents.save([{ ...optOut(1, after(60)), optedOutAt: null }]))
      expect(await count()).toBe(1)
      expect(await count(RANGE, (await neighbour()).id)).toBe(0)
    })

    test.each([
      [{ from: 2, until: 5 }, [2, 3, 4]],
      [{ from: 0, until: 1 }, [0]],
      [{ from: 8, until: 100 }, [8, 9]],
      [{ from: 3, until: 3 }, []],
      [{ from: 10, until: 20 }, []],
      [{ offset: 7 }, [7, 8, 9]],
      [{ limit: 2 }, [0, 1]],
      [{ from: 1, until: 8, offset: 2, limit: 3 }, [3, 4, 5]],
      [{ offset: 10 }, []],
      [{ status: 'failed' }, [1, 4, 7]],
      [{ status: 'failed', offset: 1, limit: 1 }, [4]],
      [{ status: 'sent', from: 1, until: 5 }, [2, 3]],
      [{ status: 'queued' }, []],
    ] as const)('that match %j are returned in order of position', async (query, expected) => {
      const { messageAt, add, of } = await openBroadcast()
      const many = Array.from({ length: 10 }, (_, i) => messageAt(i, i % 3 === 1 ? FAILED : {}))
      await add(many)
      expect(await of(query)).toEqual(expected.map((position) => many[position]))
    })

    test('cannot be read with a negative limit', async () => {
      const { of } = await openBroadcast()
      await expect(of({ limit: -1 })).rejects.toThrow()
    })

    test('belong to one broadcast and one account', async () => {
      const { account, neighbour, messageAt, add, of } = await openBroadcast()
      const [other, another] = [await neighbour(), aBroadcast({ account: account.id })]
      const theirs = messageAt(0, { account: other.id, body: 'Theirs' })
      const mine = messageAt(0)
      const elsewhere = messageAt(0, { id: messageIdAt(another.id, 0), broadcast: another.id })
      await add([mine, theirs, elsewhere, aMessage({ account: account.id })])
      expect(await of({})).toEqual([mine])
      expect(await of({}, other.id)).toEqual([theirs])
    })

    test('are added a thousand at a time; a repeated call adds only missing messages', async () => {
      const { messagesAt, add, of } = await openBroadcast()
      const many = messagesAt(0, 1_000)
      expect(await add(many.slice(200, 400))).toEqual(idsOf(many.slice(200, 400)))
      expect(await add(many)).toEqual(idsOf([...many.slice(0, 200), ...many.slice(400)]))
      expect(await add(many)).toEqual(new Set())
      expect(await of({ limit: 2_000 })).toEqual(many)
    })

    test('can be added in any order, before and after existing messages', async () => {
      const { messagesAt, messageAt, add, of } = await openBroadcast()
      const many = messagesAt(0, 100)
      await add([messageAt(50)])
      const rest = many.filter((_, i) => i !== 50)
      expect(await add(rest.toReversed())).toEqual(idsOf(rest))
      expect(await of({ limit: 200 })).toEqual(many)
    })

    test('are added once if they are given twice', async () => {
      const { messagesAt, add, of } = await openBroadcast()
      const many = messagesAt(0, 100)
      expect(await add([...many, ...many.slice(0, 3)])).toEqual(idsOf(many))
      expect(await of({ limit: 200 })).toEqual(many)
    })

    test('are added once when concurrent calls add many of the same messages', async () => {
      const { messagesAt, add, of } = await openBroadcast()
      const many = messagesAt(0, 100)
      const parts = [many, many.toReversed(), many.slice(30), many.slice(0, 70), many]
      const results = await Promise.all(parts.map((part) => add(part)))
      expect(results.flatMap((added) => [...added]).sort()).toEqual(many.map(({ id }) => id))
      expect(await of({ limit: 200 })).toEqual(many)
    })
  })

  describeBroadcastReceipts(openFixture)
}

const RANGE = { from: 0, until: 50_000 }

function idsOf(messages: readonly Message[]): ReadonlySet<MessageId> {
  return new Set(messages.map(({ id }) => id))
}
