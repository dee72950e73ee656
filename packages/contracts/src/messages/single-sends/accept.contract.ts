import { describe, expect, test } from '@jest/globals'
import { creditEntries, FREE, jobIdOf, MMS_PRICE, NO_CREDITS } from '@carillon/core'
import { ANN, NOW, after } from '../../fixtures/builders.js'
import { aClick, aLedgerEntry, aMessageLink } from '../../fixtures/sending-builders.js'
import {
  KEY,
  RESERVED,
  acceptanceOf,
  messageLinksOf,
  keyWithResponse,
  failedOf,
  sentOf,
  type SingleSendStoreFixture,
  type Way,
} from './single-send-store-fixture.js'

const PICTURE = 'https://example.com/a.png'
const ACCEPTED = { isAccepted: true }
const STORED_BEFORE = { isAccepted: false, facts: { isAccepted: true } }

/** The part of the send store's contract for accepting one send. */
export function describeAccept(openFixture: () => Promise<SingleSendStoreFixture>, way: Way) {
  describe(`accepting a send in ${way}`, () => {
    test.each([null, KEY])(
      'stores the message, its job and its key, reserves its credits, and counts the message; key: %s',
      async (idempotencyKey) => {
        const { accept, message, find, job, key, balance, acceptedOn } = await openFixture()
        const mms = message({ mediaUrl: PICTURE, cost: MMS_PRICE, idempotencyKey })
        expect(await accept(mms)).toEqual(ACCEPTED)
        expect(await find(mms)).toEqual(mms)
        expect(await key()).toEqual(acceptanceOf(mms).key)
        expect(await balance()).toEqual({ sms: 8, mms: 1, reserved: { sms: 2, mms: 1 } })
        expect(await acceptedOn()).toBe(1)
        expect(await job(mms)).toMatchObject({ ...acceptanceOf(mms).job, attempt: 1 })
      },
    )

    test.each([1, 2, 60])('stores the message links once: %i', async (count) => {
      const { accept, message, clicksOf, find } = await openFixture()
      const [one, other] = [message({ idempotencyKey: KEY }), message({ idempotencyKey: KEY })]
      const messageLinks = messageLinksOf(one, count)
      expect(await accept(one, { messageLinks })).toEqual(ACCEPTED)
      expect(await accept(one, { messageLinks })).toMatchObject(STORED_BEFORE)
      expect(await clicksOf(one)).toMatchObject(messageLinks.map(({ link, code }) => ({ link, code, message: one.id })))
      expect(await accept(other, { messageLinks: messageLinksOf(other, 2) })).toMatchObject({
        facts: { key: { target: one.id } },
      })
      expect([await find(other), await clicksOf(other)]).toEqual([null, []])
    })

    test('does not change existing message links', async () => {
      const { accept, message, clicksOf, run, account } = await openFixture()
      const one = message()
      const [first, ...more] = messageLinksOf(one, 3)
      const { link, code } = first!
      await accept(one, { messageLinks: [first!] })
      await run(({ clicks }) => clicks.record(aClick({ account: account.id, link, code })))
      const twin = message()
      const taken = aMessageLink({ account: account.id, message: twin.id, link, code })
      expect(await accept(twin, { messageLinks: [taken, ...messageLinksOf(twin, 3).slice(1)] })).toEqual(ACCEPTED)
      expect(await clicksOf(one)).toMatchObject([{ link, people: 1 }])
      expect(await clicksOf(twin)).toMatchObject(more.map(({ link }) => ({ link, people: 0 })))
    })

    test('changes nothing if it is repeated, even after the message has ended and its key is free', async () => {
      const { accept, accepted, find, settle, balance, acceptedOn, job, key } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      expect(await accept(message)).toMatchObject(STORED_BEFORE)
      expect(await balance()).toEqual(RESERVED)
      await settle(failedOf(message))
      expect(await accept(message)).toMatchObject(STORED_BEFORE)
      expect(await find(message)).toEqual(failedOf(message).message)
      expect(await balance()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
      expect([await acceptedOn(), await key(), await job(message)]).toEqual([1, null, null])
    })

    test("changes nothing if the key is bound, and returns the key's record", async () => {
      const { accept, accepted, message, find, job, key, balance, acceptedOn, settle } = await openFixture()
      const first = await accepted({ idempotencyKey: KEY })
      const second = message({ idempotencyKey: KEY })
      expect(await accept(second)).toMatchObject({ facts: { key: acceptanceOf(first).key } })
      await settle(sentOf(first))
      expect(await accept(second)).toMatchObject({ facts: { key: sentOf(first).key } })
      expect([await find(second), await job(second)]).toEqual([null, null])
      expect(await key()).toEqual(sentOf(first).key)
      expect(await balance()).toEqual({ sms: 8, mms: 2, reserved: { sms: 0, mms: 0 } })
      expect(await acceptedOn()).toBe(1)
    })

    test('can bind a key again from the moment it expires', async () => {
      const { accept, accepted, message, settle, key } = await openFixture()
      const first = await accepted({ idempotencyKey: KEY })
      await settle(sentOf(first, { key: keyWithResponse(first, after(60)) }))
      const second = message({ idempotencyKey: KEY })
      expect(await accept(second, { now: after(59.999) })).toMatchObject({ facts: { key: { target: first.id } } })
      expect(await accept(second, { now: after(60) })).toEqual(ACCEPTED)
      expect(await key()).toEqual(acceptanceOf(second).key)
    })

    test('stores two messages for one key in two accounts', async () => {
      const { acceptAll, message, neighbour, run, balance, find, sender } = await openFixture()
      const other = await neighbour()
      await run(async ({ credits, consents, senders }) => {
        await credits.post(other.id, [aLedgerEntry({ account: other.id })])
        await consents.save([{ account: other.id, phone: ANN, activeGroups: 1, optedOutAt: null }])
        await senders.put({ ...sender, account: other.id, number: '54321' })
      })
      const ours = message({ idempotencyKey: KEY })
      const theirs = { ...ours, account: other.id, from: '54321', body: 'Theirs' }
      expect(await acceptAll([acceptanceOf(ours), acceptanceOf(theirs)])).toEqual([ACCEPTED, ACCEPTED])
      expect(await balance()).toEqual(RESERVED)
      expect(await find(ours)).toEqual(ours)
      expect(await run(({ messages }) => messages.find(other.id, theirs.id))).toEqual(theirs)
      expect(await run(({ credits }) => credits.balance(other.id))).toMatchObject({ sms: 8, reserved: { sms: 2 } })
    })

    test('moves no credits for a message without cost, and stores its job', async () => {
      const { accept, message, balance, job } = await openFixture()
      const free = message({ cost: FREE })
      expect(await accept(free, { entries: creditEntries('reserve', free, NOW) })).toEqual(ACCEPTED)
      expect(await balance()).toEqual({ ...NO_CREDITS, sms: 10, mms: 2 })
      expect((await job(free))?.id).toBe(jobIdOf(free.id))
    })

    test('can use the last credits and the rest of the daily quota', async () => {
      const { accept, message, balance } = await openFixture()
      expect(await accept(message({ cost: FREE }), { entries: [] })).toEqual(ACCEPTED)
      expect(await accept(message({ cost: { sms: 10, mms: 2 } }), { dailyQuota: 2 })).toEqual(ACCEPTED)
      expect(await balance()).toEqual({ sms: 0, mms: 0, reserved: { sms: 10, mms: 2 } })
    })

    test('compares the quota only with the count of the given day', async () => {
      const { accept, message, acceptedOn } = await openFixture()
      await accept(message())
      expect(await accept(message(), { day: '2026-03-02', dailyQuota: 1 })).toEqual(ACCEPTED)
      expect(await acceptedOn('2026-03-02')).toBe(1)
    })

    test('counts a message that has waited over midnight towards the day that has begun, and its quota', async () => {
      const { accept, message, acceptedOn } = await openFixture()
      await accept(message(), { day: '2026-03-02' })
      expect(await accept(message(), { dailyQuota: 1 })).toMatchObject({ isAccepted: false })
      expect(await accept(message(), { dailyQuota: 2 })).toEqual(ACCEPTED)
      expect(await acceptedOn('2026-03-02')).toBe(2)
    })

    test('accepts a message that waits for a slot of a sender with a rate', async () => {
      const { accept, message, find, run, sender } = await openFixture()
      await run(({ senders }) => senders.put({ ...sender, messagesPerSecond: 1 }))
      const one = message({ phase: 'waiting', attempt: 0 })
      expect(await accept(one)).toEqual(ACCEPTED)
      expect(await find(one)).toEqual(one)
    })
  })
}
