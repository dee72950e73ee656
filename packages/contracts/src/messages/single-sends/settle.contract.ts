import { describe, expect, test } from '@jest/globals'
import { creditEntries, NO_CREDITS, type Message } from '@carillon/core'
import { ANN, NOW, after } from '../../fixtures/builders.js'
import { aReceipt } from '../../fixtures/sending-builders.js'
import {
  KEY,
  acceptanceOf,
  keyWithResponse,
  failedOf,
  sentOf,
  waitingOf,
  type SingleSendStoreFixture,
  type Way,
} from './single-send-store-fixture.js'

/** The part of the send store's contract for settling an attempt. */
export function describeSettle(openFixture: () => Promise<SingleSendStoreFixture>, way: Way) {
  describe(`settling an attempt in ${way}`, () => {
    test("as sent stores the message, captures the credits, stores the key's response, and deletes the job", async () => {
      const { accepted, settle, find, key, balance, job, events } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      expect(await settle(sentOf(message))).toEqual({ receipt: null })
      expect(await find(message)).toEqual(sentOf(message).message)
      expect(await key()).toEqual(sentOf(message).key)
      expect(await balance()).toEqual({ ...NO_CREDITS, sms: 8, mms: 2 })
      expect(await job(message)).toBeNull()
      expect(await events()).toEqual([])
    })

    test('as failed releases the credits, frees the key, and stores a provider opt-out', async () => {
      const { account, accepted, settle, find, key, balance, job, run } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      const optOut = { account: account.id, phone: ANN, sender: message.from, at: after(1) }
      expect(await settle(failedOf(message, { optOut }))).toEqual({ receipt: null })
      expect(await find(message)).toEqual(failedOf(message).message)
      expect([await key(), await job(message)]).toEqual([null, null])
      expect(await balance()).toEqual({ ...NO_CREDITS, sms: 10, mms: 2 })
      expect(await run(({ consents }) => consents.providerOptOuts(account.id, optOut.phone))).toEqual([optOut])
    })

    test('for a retry keeps the reservation and the key; the job is postponed and has no claim', async () => {
      const { accepted, settle, find, key, balance, job } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      await job(message)
      expect(await settle(waitingOf(message))).toEqual({ receipt: null })
      expect(await find(message)).toEqual(waitingOf(message).message)
      expect(await key()).toEqual(keyWithResponse(waitingOf(message).message, null))
      expect(await balance()).toMatchObject({ sms: 8, reserved: { sms: 2 } })
      expect(await job(message)).toMatchObject({ ...waitingOf(message).job, attempt: 1 })
    })

    test('works without a key, ledger entries or events', async () => {
      const { accepted, settle, find, balance } = await openFixture()
      const message = await accepted()
      expect(await settle(sentOf(message, { entries: [], events: [] }))).toEqual({ receipt: null })
      expect(await find(message)).toEqual(sentOf(message).message)
      expect(await balance()).toMatchObject({ sms: 8, reserved: { sms: 2 } })
    })

    test.each<[string, Partial<Message>]>([
      ['has a newer attempt', { attempt: 2 }],
      ['is waiting', { phase: 'waiting' }],
      ['has ended', { phase: null, status: 'sent', sentAt: after(0.5) }],
    ])('changes nothing once the message %s', async (_, taken) => {
      const { account, accepted, settle, find, key, balance, job, run, events, listenTo } = await openFixture()
      await listenTo('message.sent', 'message.failed')
      const message = await accepted({ idempotencyKey: KEY })
      const now = { ...message, ...taken }
      await run(({ messages }) => messages.save([now]))
      const optOut = { account: account.id, phone: ANN, sender: message.from, at: after(1) }
      for (const settlement of [sentOf(message), failedOf(message, { optOut }), waitingOf(message)]) {
        expect(await settle(settlement)).toBeNull()
      }
      expect(await find(message)).toEqual(now)
      expect(await key()).toEqual(acceptanceOf(message).key)
      expect(await balance()).toMatchObject({ sms: 8, reserved: { sms: 2 } })
      expect(await job(message)).toMatchObject(acceptanceOf(message).job)
      expect(await events()).toEqual([])
      expect(await run(({ consents }) => consents.providerOptOuts(account.id, optOut.phone))).toEqual([])
    })

    test('takes effect only once if it is called several times concurrently', async () => {
      const { accepted, settle, balance, find } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      const outcomes = [sentOf(message), failedOf(message), sentOf(message), failedOf(message)]
      const done = await Promise.all(outcomes.map(settle))
      const [winner] = outcomes.filter((_, i) => done[i] !== null)
      expect(done.filter((one) => one !== null)).toHaveLength(1)
      expect(await find(message)).toEqual(winner!.message)
      expect(await balance()).toMatchObject({ sms: winner!.key === 'freed' ? 10 : 8, reserved: { sms: 0 } })
    })

    test('changes nothing for an unknown message or a message of another account', async () => {
      const { accepted, settle, find, message, neighbour, balance } = await openFixture()
      const [ours, other] = [await accepted(), await neighbour()]
      expect(await settle(sentOf(message()))).toBeNull()
      expect(await settle(sentOf({ ...ours, account: other.id }))).toBeNull()
      expect(await find(ours)).toEqual(ours)
      expect(await balance()).toMatchObject({ reserved: { sms: 2 } })
    })

    test('keeps the stored response of the key, and sets its expiry', async () => {
      const { accepted, settle, key, run } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      await settle(waitingOf(message))
      const again = { ...message, attempt: 2 }
      await run(({ messages }) => messages.save([again]))
      const settlement = sentOf(again)
      await settle(settlement)
      const expected = keyWithResponse(waitingOf(message).message, null)
      expect(await key()).toEqual({ ...expected, expiresAt: (settlement.key as { expiresAt: Date }).expiresAt })
    })

    test.each([sentOf, failedOf, waitingOf])('does not change a key of another message: %p', async (outcomeOf) => {
      const { account, accepted, accept, message, settle, key, run } = await openFixture()
      const late = await accepted({ idempotencyKey: KEY })
      await run(({ idempotencyKeys }) =>
        idempotencyKeys.free({ account: account.id, scope: 'message', key: KEY, target: late.id }),
      )
      const second = message({ idempotencyKey: KEY })
      await accept(second)
      expect(await settle(outcomeOf(late))).not.toBeNull()
      expect(await key()).toEqual(acceptanceOf(second).key)
    })

    test('does not change the same key of other kinds of requests', async () => {
      const { account, accepted, settle, run } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      const other = { ...acceptanceOf(message).key!, scope: 'broadcast' } as const
      await run(({ idempotencyKeys }) => idempotencyKeys.bind(other, NOW))
      await settle(failedOf(message))
      expect(
        await run(({ idempotencyKeys }) => idempotencyKeys.find({ account: account.id, scope: 'broadcast', key: KEY })),
      ).toEqual(other)
    })

    test('appends the events that have subscribers, and no others', async () => {
      const { accepted, settle, events, listenTo } = await openFixture()
      await listenTo('message.sent', 'message.delivered')
      await listenTo('message.sent')
      const [sent, failed] = [sentOf(await accepted()), failedOf(await accepted())]
      await settle(sent)
      await settle(failed)
      expect(await events()).toEqual(sent.events)
    })

    test('keeps the newest provider opt-out', async () => {
      const { account, accepted, settle, run } = await openFixture()
      const optOutAt = (at: Date) => ({ account: account.id, phone: ANN, sender: message.from, at })
      const message = await accepted()
      await settle(failedOf(message, { optOut: optOutAt(after(9)) }))
      for (const seconds of [5, 20, 10]) {
        await settle(failedOf(await accepted(), { optOut: optOutAt(after(seconds)) }))
      }
      const known = await run(({ consents }) => consents.providerOptOuts(account.id, ANN))
      expect(known).toEqual([optOutAt(after(20))])
    })

    test('fails and stores nothing if the entries would move credits that are not reserved', async () => {
      const { accepted, settle, find, balance, key } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      const entries = creditEntries('capture', { ...message, cost: { sms: 3, mms: 0 } }, after(1))
      await expect(settle(sentOf(message, { entries }))).rejects.toThrow()
      expect(await find(message)).toEqual(message)
      expect(await key()).toEqual(acceptanceOf(message).key)
      expect(await balance()).toMatchObject({ sms: 8, reserved: { sms: 2 } })
    })

    test('settles many, each as if it were alone', async () => {
      const { accepted, settleAll, find, balance, neighbour, run } = await openFixture()
      const other = await neighbour()
      const messages = [await accepted({ idempotencyKey: KEY }), await accepted(), await accepted(), await accepted()]
      const [sent, failed, waiting, gone] = messages
      await run(({ messages }) => messages.save([{ ...gone!, attempt: 2 }]))
      const foreign = { ...sent!, account: other.id }
      const settlements = [waitingOf(waiting!), sentOf(gone!), sentOf(foreign), sentOf(sent!), failedOf(failed!)]
      const settled = await settleAll(settlements)
      expect(settled.map((one) => one !== null)).toEqual([true, false, false, true, true])
      expect(await Promise.all(messages.map(find))).toEqual([
        sentOf(sent!).message,
        failedOf(failed!).message,
        waitingOf(waiting!).message,
        { ...gone!, attempt: 2 },
      ])
      expect(await balance()).toEqual({ sms: 4, mms: 2, reserved: { sms: 4, mms: 0 } })
    })

    test('counts what the settled messages add to the statistics, and nothing of the others', async () => {
      const { accepted, settleAll, statistics, neighbour } = await openFixture()
      const other = await neighbour()
      const [one, two, three, waiting] = [await accepted(), await accepted(), await accepted(), await accepted()]
      const later = sentOf(two).counted.map((counted) => ({ ...counted, at: after(1_000) }))
      const foreign = sentOf({ ...one, account: other.id })
      await settleAll([sentOf(one), foreign, sentOf(two, { counted: later }), failedOf(three), waitingOf(waiting)])
      await settleAll([sentOf(one)])
      const counted = { sent: 2, failed: { by: { carrier_rejected: 1 } }, creditsSpent: { sms: 4 } }
      expect(await statistics()).toMatchObject(counted)
      expect(await statistics(other)).toMatchObject({ sent: 0, failed: { total: 0 }, creditsSpent: { sms: 0 } })
    })
  })
}

/** In a statement of its own, with other settlements of the same moment. */
export function describeSettleGathered(openFixture: () => Promise<SingleSendStoreFixture>) {
  describe('settling attempts of one moment', () => {
    test('leaves a message whose receipt was kept, and settles the others', async () => {
      const { accepted, settle, find, run } = await openFixture()
      const [kept, other] = [await accepted(), await accepted()]
      await run(({ messages }) => messages.keepReceipt(aReceipt({ message: kept })))
      const settled = await Promise.all([settle(sentOf(kept)), settle(sentOf(other))])
      expect(settled).toEqual([null, { receipt: null }])
      expect([await find(kept), await find(other)]).toEqual([kept, sentOf(other).message])
    })

    test('settles once, even if a unit of work settles the same message', async () => {
      const { accepted, settle, balance, run } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      const settleInUnit = async () => (await run(({ singleSends }) => singleSends.settle([sentOf(message)])))[0]
      const ways = [() => settle(sentOf(message)), settleInUnit, () => settle(sentOf(message)), settleInUnit]
      const done = await Promise.all(ways.map((way) => way()))
      expect(done.filter((one) => one !== null)).toHaveLength(1)
      expect(await balance()).toEqual({ ...NO_CREDITS, sms: 8, mms: 2 })
    })
  })
}
