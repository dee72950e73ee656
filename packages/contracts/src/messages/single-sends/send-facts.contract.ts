import { describe, expect, test } from '@jest/globals'
import { FREE, NO_CREDITS, noConsent } from '@carillon/core'
import { ANN, BOB, NOW, aConsent, after } from '../../fixtures/builders.js'
import { aLedgerEntry, aSender } from '../../fixtures/sending-builders.js'
import {
  KEY,
  RESERVED,
  acceptanceOf,
  factsOf,
  sentOf,
  type SingleSendStoreFixture,
} from './single-send-store-fixture.js'

/** The part of the send store's contract for the facts of a send that is not accepted. */
export function describeSendFacts(openFixture: () => Promise<SingleSendStoreFixture>) {
  describe('facts of a send', () => {
    test('contain the sender, the consent and the credits, and report that the message is new', async () => {
      const { facts, sender, consent } = await openFixture()
      expect(await facts({ idempotencyKey: KEY })).toEqual({
        isAccepted: false,
        sender,
        consent,
        key: null,
        balance: { ...NO_CREDITS, sms: 10, mms: 2 },
        acceptedThatDay: 0,
      })
    })

    test('are empty for unknown numbers, and exclude data of other accounts', async () => {
      const { facts, neighbour, run, accepted } = await openFixture()
      const other = await neighbour()
      const theirs = aSender({ account: other.id, number: '54321' })
      const message = await accepted({ idempotencyKey: KEY })
      await run(async ({ senders, consents }) => {
        await senders.put(theirs)
        await consents.save([aConsent({ account: other.id, phone: BOB, activeGroups: 3 })])
      })
      expect(await facts({ to: BOB, from: '54321' })).toMatchObject({ sender: null, consent: { activeGroups: 0 } })
      expect(await facts({ account: other.id, id: message.id, idempotencyKey: KEY })).toEqual({
        isAccepted: false,
        sender: null,
        consent: noConsent(other.id, ANN),
        key: null,
        balance: NO_CREDITS,
        acceptedThatDay: 0,
      })
    })

    test('contain an opt-out, and the sender with all fields', async () => {
      const { facts, run, account } = await openFixture()
      const consent = aConsent({ account: account.id, phone: BOB, activeGroups: 0, optedOutAt: after(-1) })
      const sender = aSender({
        account: account.id,
        number: '12345',
        status: 'inactive',
        mms: false,
        messagesPerSecond: 2.5,
        carrier: 'main',
      })
      await run(async ({ senders, consents }) => {
        await senders.put(sender)
        await consents.save([consent])
      })
      expect(await facts({ to: BOB, from: '12345' })).toMatchObject({ consent, sender })
    })

    test('contain the key, with or without its response, but only if it is a key for messages', async () => {
      const { facts, accepted, settle, run, account } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      const broadcast = { account: account.id, scope: 'broadcast', key: 'order-2', target: 'b' } as const
      await run(({ idempotencyKeys }) => idempotencyKeys.bind({ ...broadcast, answer: null, expiresAt: null }, NOW))
      expect((await facts({ idempotencyKey: KEY })).key).toEqual(acceptanceOf(message).key)
      await settle(sentOf(message))
      expect((await facts({ idempotencyKey: KEY })).key).toEqual(sentOf(message).key)
      expect((await facts({ idempotencyKey: 'order-2' })).key).toBeNull()
      expect((await facts()).key).toBeNull()
    })

    test('report that the message was accepted before', async () => {
      const { facts, accepted } = await openFixture()
      const { id } = await accepted()
      expect(await facts({ id })).toMatchObject({ isAccepted: true, balance: RESERVED, acceptedThatDay: 1 })
    })

    test('contain the number of messages accepted on the given day, or on the last counted day if that is later', async () => {
      const { facts, accept, message } = await openFixture()
      await accept(message(), { day: '2026-02-28' })
      expect((await facts()).acceptedThatDay).toBe(0)
      await accept(message())
      await accept(message())
      expect((await facts()).acceptedThatDay).toBe(2)
      expect((await facts({}, { day: '2026-02-28' })).acceptedThatDay).toBe(2)
      await accept(message({ cost: FREE }), { day: '2026-02-28', entries: [] })
      expect((await facts()).acceptedThatDay).toBe(3)
      expect((await facts({}, { day: '2026-03-02' })).acceptedThatDay).toBe(0)
    })

    test('are read under a lock on the consent, so that a STOP waits until the unit of work ends', async () => {
      const { run, message, account } = await openFixture()
      const order: string[] = []
      const send = run(async ({ singleSends, consents }) => {
        const first = (await factsOf(singleSends, message())).consent
        order.push('asked')
        for (let i = 0; i < 20; i++) expect(await consents.find(account.id, ANN)).toEqual(first)
        order.push('sent')
      })
      const stop = run(async ({ consents }) => {
        await consents.save([{ ...(await consents.lock(account.id, [ANN])).get(ANN)!, optedOutAt: after(1) }])
        order.push('stopped')
      })
      await Promise.all([send, stop])
      expect(order.indexOf('sent') - order.indexOf('asked')).toBe(1)
    })

    test.each([true, false])('are read under a lock on the credits, for an account with credits: %s', async (had) => {
      const { run, message, account, neighbour } = await openFixture()
      const payer = had ? account.id : (await neighbour()).id
      const before = had ? 10 : 0
      const spend = () =>
        run(async ({ singleSends, credits }) => {
          const { balance } = await factsOf(singleSends, message({ account: payer }))
          await credits.post(payer, [aLedgerEntry({ account: payer, amount: 1 })])
          return balance.sms
        })
      const seen = await Promise.all([1, 2, 3, 4, 5, 6].map(spend))
      expect(seen.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5].map((n) => before + n))
    })
  })
}
