import { describe, expect, test } from '@jest/globals'
import { creditEntries, FREE, jobIdOf, MMS_PRICE, NO_CREDITS } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after, ids } from '../fixtures/builders.js'
import { aClick, aLedgerEntry, aMessageLink } from '../fixtures/sending-builders.js'
import { describeAtOnce } from './send-at-once.contract.js'
import { describeSendFacts } from './send-facts.contract.js'
import { describeSettle } from './settle.contract.js'
import {
  KEY,
  RESERVED,
  acceptanceOf,
  messageLinksOf,
  keyWithResponse,
  failedOf,
  sentOf,
  singleSendStoreFixture,
} from './single-send-store-fixture.js'

export function describeSingleSendStore(open: OpenTestAdapters) {
  const openFixture = () => singleSendStoreFixture(open)

  describeSendFacts(openFixture)

  describe('accepting a send', () => {
    test('stores the message, its job and its key, reserves its credits, and counts the message', async () => {
      const { accept, message, find, job, key, balance, facts } = await openFixture()
      const mms = message({ mediaUrl: 'https://example.com/a.png', cost: MMS_PRICE, idempotencyKey: KEY })
      expect(await accept(mms)).toBeNull()
      expect(await find(mms)).toEqual(mms)
      expect(await key()).toEqual(acceptanceOf(mms).key)
      expect(await balance()).toEqual({ sms: 8, mms: 1, reserved: { sms: 2, mms: 1 } })
      expect((await facts()).acceptedThatDay).toBe(1)
      expect(await job(mms)).toMatchObject({ ...acceptanceOf(mms).job, attempt: 1 })
    })

    test('stores the message links once', async () => {
      const { accept, message, clicksOf, find } = await openFixture()
      const [one, other] = [message({ idempotencyKey: KEY }), message({ idempotencyKey: KEY })]
      const messageLinks = messageLinksOf(one, 60)
      for (const again of [1, 2, 3]) expect([again, await accept(one, { messageLinks })]).toEqual([again, null])
      expect(await clicksOf(one)).toMatchObject(messageLinks.map(({ link, code }) => ({ link, code, message: one.id })))
      expect(await accept(other, { messageLinks: messageLinksOf(other, 2) })).toMatchObject({ target: one.id })
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
      expect(await accept(twin, { messageLinks: [taken, ...messageLinksOf(twin, 3).slice(1)] })).toBeNull()
      expect(await clicksOf(one)).toMatchObject([{ link, people: 1 }])
      expect(await clicksOf(twin)).toMatchObject(more.map(({ link }) => ({ link, people: 0 })))
    })

    test('stores no message links if the credits do not suffice', async () => {
      const { accept, message, clicksOf } = await openFixture()
      const dear = message({ cost: { sms: 11, mms: 0 } })
      await expect(accept(dear, { messageLinks: messageLinksOf(dear, 2) })).rejects.toThrow()
      expect(await clicksOf(dear)).toEqual([])
    })

    test('changes nothing if it is repeated, even after the message has ended and its key is free', async () => {
      const { accept, accepted, find, settle, balance, facts, job, key } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      expect(await accept(message)).toBeNull()
      expect(await balance()).toEqual(RESERVED)
      await settle(failedOf(message))
      expect(await accept(message)).toBeNull()
      expect(await find(message)).toEqual(failedOf(message).message)
      expect(await facts()).toMatchObject({ acceptedThatDay: 1, balance: { sms: 10, reserved: { sms: 0 } } })
      expect([await key(), await job(message)]).toEqual([null, null])
    })

    test("changes nothing if the key is bound, and returns the key's record", async () => {
      const { accept, accepted, message, find, job, key, balance, facts, settle } = await openFixture()
      const first = await accepted({ idempotencyKey: KEY })
      const second = message({ idempotencyKey: KEY })
      expect(await accept(second)).toEqual(acceptanceOf(first).key)
      await settle(sentOf(first))
      expect(await accept(second)).toEqual(sentOf(first).key)
      expect([await find(second), await job(second)]).toEqual([null, null])
      expect(await key()).toEqual(sentOf(first).key)
      expect(await balance()).toEqual({ sms: 8, mms: 2, reserved: { sms: 0, mms: 0 } })
      expect((await facts()).acceptedThatDay).toBe(1)
    })

    test('stores one message for concurrent sends with one key; other sends get the record of the key', async () => {
      const { accept, message, find, balance, facts, key } = await openFixture()
      const twins = Array.from({ length: 8 }, () => message({ idempotencyKey: KEY }))
      const outcomes = await Promise.all(twins.map((twin) => accept(twin)))
      const winner = twins[outcomes.indexOf(null)]!
      const others = twins.filter((twin) => twin !== winner)
      expect(outcomes.filter((record) => record !== null)).toEqual(others.map(() => acceptanceOf(winner).key))
      expect(await key()).toEqual(acceptanceOf(winner).key)
      expect(await Promise.all(others.map(find))).toEqual(others.map(() => null))
      expect(await balance()).toEqual(RESERVED)
      expect((await facts()).acceptedThatDay).toBe(1)
    })

    test('stores a message once, even if it is repeated concurrently', async () => {
      const { accept, message, balance, facts } = await openFixture()
      const one = message({ idempotencyKey: KEY })
      const again = message()
      const outcomes = await Promise.all([one, again, one, again, one, again].map((same) => accept(same)))
      expect(outcomes).toEqual(outcomes.map(() => null))
      expect(await balance()).toMatchObject({ sms: 6, reserved: { sms: 4 } })
      expect((await facts()).acceptedThatDay).toBe(2)
    })

    test('can bind a key again from the moment it expires', async () => {
      const { accept, accepted, message, settle, key } = await openFixture()
      const first = await accepted({ idempotencyKey: KEY })
      await settle(sentOf(first, { key: keyWithResponse(first, after(60)) }))
      const second = message({ idempotencyKey: KEY })
      expect(await accept(second, { now: after(59.999) })).toMatchObject({ target: first.id })
      expect(await accept(second, { now: after(60) })).toBeNull()
      expect(await key()).toEqual(acceptanceOf(second).key)
    })

    test('stores one message for concurrent sends with an expired key', async () => {
      const { accept, accepted, message, settle, key, balance } = await openFixture()
      const first = await accepted({ idempotencyKey: KEY })
      await settle(sentOf(first, { key: keyWithResponse(first, NOW) }))
      const twins = Array.from({ length: 6 }, () => message({ idempotencyKey: KEY }))
      const outcomes = await Promise.all(twins.map((twin) => accept(twin)))
      const winner = twins[outcomes.indexOf(null)]!
      expect(outcomes.filter((record) => record !== null)).toEqual([1, 2, 3, 4, 5].map(() => acceptanceOf(winner).key))
      expect(await key()).toEqual(acceptanceOf(winner).key)
      expect(await balance()).toMatchObject({ sms: 6, reserved: { sms: 2 } })
    })

    test('stores two messages for one key in two accounts', async () => {
      const { accept, accepted, neighbour, message, run, balance, find } = await openFixture()
      const other = await neighbour()
      await run(({ credits }) => credits.post(other.id, [aLedgerEntry({ account: other.id })]))
      const ours = await accepted({ idempotencyKey: KEY })
      const theirs = message({ account: other.id, id: ours.id, idempotencyKey: KEY, body: 'Theirs' })
      expect(await accept(theirs)).toBeNull()
      expect(await balance()).toEqual(RESERVED)
      expect(await find(ours)).toEqual(ours)
      expect(await run(({ credits }) => credits.balance(other.id))).toMatchObject({ sms: 8, reserved: { sms: 2 } })
    })

    test('never overdraws the credits, even if sends are concurrent', async () => {
      const { run, message, query, balance } = await openFixture()
      const send = () => {
        const one = message({ idempotencyKey: ids.next('msg') })
        return run(async ({ singleSends }) => {
          if ((await singleSends.facts(query({ message: one.id, key: one.idempotencyKey }))).balance.sms < 2)
            return 'refused'
          return singleSends.accept(acceptanceOf(one))
        })
      }
      const results = await Promise.all(Array.from({ length: 9 }, send))
      expect(results.filter((result) => result === null)).toHaveLength(5)
      expect(await balance()).toEqual({ sms: 0, mms: 2, reserved: { sms: 10, mms: 0 } })
    })

    test('fails and stores nothing if it would overdraw the credits', async () => {
      const { accept, message, find, key, balance, job } = await openFixture()
      const dear = message({ cost: { sms: 11, mms: 0 }, idempotencyKey: KEY })
      await expect(accept(dear)).rejects.toThrow()
      expect([await find(dear), await key(), await job(dear)]).toEqual([null, null, null])
      expect(await balance()).toEqual({ ...NO_CREDITS, sms: 10, mms: 2 })
    })

    test('moves no credits for a message without cost, and stores its job', async () => {
      const { accept, message, balance, job } = await openFixture()
      const free = message({ cost: FREE })
      await accept(free, { entries: creditEntries('reserve', free, NOW) })
      expect(await balance()).toEqual({ ...NO_CREDITS, sms: 10, mms: 2 })
      expect((await job(free))?.id).toBe(jobIdOf(free.id))
    })
  })

  describeSettle(openFixture)
  describeAtOnce(openFixture)
}
