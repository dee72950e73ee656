import { describe, expect, test } from '@jest/globals'
import type { Message, MessageStore } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { BOB, NOW, after, ids } from '../fixtures/builders.js'
import { aMessage, aReceipt, anInboundText } from '../fixtures/sending-builders.js'
import { describeBroadcastMessages } from './broadcast-messages.contract.js'
import { describeMessageList } from './message-list.contract.js'
import { describeMessagesOfNumber } from './messages-of-number.contract.js'

/** The fields of a failed message. Only `phase` has no value, because a failed message has no phase. */
const FAILED = {
  body: 'Grüße 👋\n"quoted", \\ and {{tags}}',
  mediaUrl: 'https://media.example.com/bell.png?size=1',
  template: { id: `tpl_${'0'.repeat(26)}`, version: 3 },
  purpose: 'confirmation',
  broadcast: `brc_${'0'.repeat(26)}`,
  status: 'failed',
  failure: { type: 'carrier_rejected', message: 'The carrier said no', carrierCode: '30007' },
  deliveredAt: after(2.5),
  sentAt: after(1.001),
  heldUntil: after(0.5),
  cost: { sms: 2, mms: 1 },
  phase: null,
  attempt: 3,
  idempotencyKey: 'order-1',
  providerId: 'SM1',
  tries: [
    { carrier: 'backup', at: after(1), outcome: 'try-later', because: 'unreachable' },
    { carrier: 'main', at: after(1.5), outcome: 'refused', carrierCode: '30007' },
  ],
} as const

export function describeMessageStore(open: OpenTestAdapters) {
  const openMessages = async () => {
    const fixture = await accountFixture(await open())
    const messages = <T>(use: (store: MessageStore) => Promise<T>) => fixture.run((stores) => use(stores.messages))
    const add = (...many: readonly Message[]) => messages((store) => store.add(many))
    const find = ({ account, id }: Message) => messages((store) => store.find(account, id))
    return { ...fixture, messages, add, find }
  }

  describe('messages', () => {
    test('are found by id, with all fields', async () => {
      const { account, add, find } = await openMessages()
      const [plain, full] = [aMessage({ account: account.id }), aMessage({ account: account.id, ...FAILED })]
      expect(await add(plain, full)).toEqual(new Set([plain.id, full.id]))
      expect(await find(plain)).toEqual(plain)
      expect(await find(full)).toEqual(full)
      expect(await find(aMessage({ account: account.id }))).toBeNull()
    })

    test('do not change when they are added again; `add` returns only the new ids', async () => {
      const { account, add, find } = await openMessages()
      const [first, second] = [aMessage({ account: account.id }), aMessage({ account: account.id })]
      await add(first)
      expect(await add({ ...first, body: 'Another' }, second)).toEqual(new Set([second.id]))
      expect(await find(first)).toEqual(first)
      expect(await add()).toEqual(new Set())
    })

    test('that several calls add concurrently are added once', async () => {
      const { account, add } = await openMessages()
      const many = [1, 2, 3].map(() => aMessage({ account: account.id }))
      const results = await Promise.all([add(...many), add(...many.toReversed()), add(...many)])
      expect(results.flatMap((added) => [...added]).sort()).toEqual(many.map(({ id }) => id))
    })

    test('are saved, except for their immutable fields', async () => {
      const { account, messages, add, find } = await openMessages()
      const [message, other] = [aMessage({ account: account.id }), aMessage({ account: account.id })]
      await add(message, other)
      const { status, failure, sentAt, deliveredAt, heldUntil, phase, attempt, providerId, tries } = FAILED
      const changed = { status, failure, sentAt, deliveredAt, heldUntil, phase, attempt, providerId, tries }
      await messages((store) => store.save([{ ...message, ...FAILED, createdAt: after(9), to: BOB, from: '12345' }]))
      expect(await find(message)).toEqual({ ...message, ...changed })
      expect(await find(other)).toEqual(other)
      await messages((store) => store.save([message, { ...other, attempt: 2 }]))
      expect(await find(message)).toEqual(message)
      expect(await find(other)).toEqual({ ...other, attempt: 2 })
      await messages((store) => store.save([]))
    })

    test('are not added by `save`', async () => {
      const { account, messages, find } = await openMessages()
      const message = aMessage({ account: account.id })
      await messages((store) => store.save([message]))
      expect(await find(message)).toBeNull()
    })

    test('belong to one account', async () => {
      const { account, messages, neighbour, add, find } = await openMessages()
      const [other, message] = [await neighbour(), aMessage({ account: account.id })]
      const theirs = { ...message, account: other.id, body: 'Theirs' }
      await add(message, theirs)
      await messages((store) => store.save([{ ...theirs, attempt: 7 }]))
      expect(await find(message)).toEqual(message)
      expect(await find(theirs)).toEqual({ ...theirs, attempt: 7 })
      const ours = aMessage({ account: account.id })
      await add(ours)
      expect(await messages((store) => store.find(other.id, ours.id))).toBeNull()
      expect(await messages((store) => store.lock(other.id, [ours.id]))).toEqual(new Map())
    })

    test('that exist are returned by `lock`', async () => {
      const { account, messages, add } = await openMessages()
      const [a, b] = [aMessage({ account: account.id }), aMessage({ account: account.id })]
      await add(b, a)
      const locked = await messages((store) => store.lock(account.id, [b.id, ids.next('msg'), a.id]))
      expect(locked.size).toBe(2)
      expect([locked.get(a.id), locked.get(b.id)]).toEqual([a, b])
      expect(await messages((store) => store.lock(account.id, []))).toEqual(new Map())
    })

    test('are locked, so that concurrent changes of the same messages, in any order, run one after the other', async () => {
      const { account, run, add, find } = await openMessages()
      const many = Array.from({ length: 10 }, () => aMessage({ account: account.id }))
      await add(...many)
      const tryOnce = (order: readonly Message[]) =>
        run(async ({ messages }) => {
          const locked = await messages.lock(
            account.id,
            order.map(({ id }) => id),
          )
          await messages.save([...locked.values()].map((message) => ({ ...message, attempt: message.attempt + 1 })))
        })
      await Promise.all([many, many.toReversed(), many, many.toReversed()].map(tryOnce))
      for (const message of many) expect((await find(message))!.attempt).toBe(5)
    })

    test('have their kept receipts read without deleting them, with every field', async () => {
      const { account, messages, add } = await openMessages()
      const [one, other] = [aMessage({ account: account.id }), aMessage({ account: account.id })]
      await add(one)
      await add(other)
      const receipt = aReceipt({ message: one, carrier: 'main', providerId: 'SM1' })
      await messages((store) => store.keepReceipt(receipt))
      for (let n = 0; n < 2; n++) {
        expect(await messages((store) => store.keptReceipts(account.id, [one.id, other.id]))).toEqual([receipt])
      }
      expect(await messages((store) => store.takeReceipts(account.id, [one.id]))).toEqual([receipt])
    })

    test('keep only their first receipt', async () => {
      const { account, messages, run, add } = await openMessages()
      const message = aMessage({ account: account.id })
      await add(message)
      const first = aReceipt({ message, failure: { type: 'carrier_rejected', message: 'No', carrierCode: '1' } })
      await messages((store) => store.keepReceipt(first))
      await messages((store) => store.keepReceipt(aReceipt({ message, at: after(5) })))
      const settled = { ...message, status: 'sent', phase: null, sentAt: NOW } as const
      const nothing = { entries: [], job: null, key: null, events: [], optOut: null, counted: [] }
      expect(await run(({ singleSends }) => singleSends.settle([{ message: settled, ...nothing }]))).toEqual([
        { receipt: first },
      ])
    })
  })

  describe('inbound texts', () => {
    test('are stored once per provider id, whatever their message id', async () => {
      const { account, add, find } = await openMessages()
      const [first, again] = [1, 2].map(() => anInboundText({ account: account.id, providerId: 'SM1' }))
      expect(await add(first!)).toEqual(new Set([first!.id]))
      expect(await add(again!)).toEqual(new Set())
      expect(await add(first!)).toEqual(new Set())
      expect(await find(first!)).toEqual(first)
      expect(await find(again!)).toBeNull()
    })

    test('are stored once if they arrive concurrently or in one call', async () => {
      const { account, add, messages } = await openMessages()
      const twins = Array.from({ length: 6 }, () => anInboundText({ account: account.id, providerId: 'SM1' }))
      const results = await Promise.all([add(...twins.slice(0, 2)), ...twins.slice(2).map((twin) => add(twin))])
      const added = results.flatMap((ids) => [...ids])
      expect(added).toHaveLength(1)
      const kept = await messages((store) =>
        store.lock(
          account.id,
          twins.map(({ id }) => id),
        ),
      )
      expect([...kept.keys()]).toEqual(added)
    })

    test('are distinct if the provider id, direction or account differs, or if they have no provider id', async () => {
      const { account, add, neighbour } = await openMessages()
      const [known, other] = [{ account: account.id, providerId: 'SM1' }, await neighbour()]
      const texts = [
        anInboundText(known),
        anInboundText({ ...known, providerId: 'SM2' }),
        anInboundText({ ...known, providerId: null }),
        anInboundText({ ...known, providerId: null }),
        aMessage(known),
        aMessage(known),
        anInboundText({ ...known, account: other.id }),
      ]
      expect((await add(...texts)).size).toBe(texts.length)
    })
  })

  describeMessageList(openMessages)
  describeMessagesOfNumber(openMessages)
  describeBroadcastMessages(openMessages)
}
