import { describe, expect, test } from '@jest/globals'
import { NO_CREDITS, type AcceptDecision, type Message } from '@carillon/core'
import { ANN, BOB, NOW, aConsent, ids } from '../../fixtures/builders.js'
import {
  KEY,
  RESERVED,
  acceptanceOf,
  keyWithResponse,
  messageLinksOf,
  sentOf,
  type SingleSendStoreFixture,
  type Way,
} from './single-send-store-fixture.js'

const COUNT = 8

/** The part of the send store's contract for sends of one moment: each is accepted or not as if it were alone. */
export function describeAcceptMany(openFixture: () => Promise<SingleSendStoreFixture>, way: Way) {
  const isAccepted = ({ isAccepted }: AcceptDecision) => isAccepted

  describe(`accepting many sends in ${way}`, () => {
    test.each(['in one call', 'in concurrent calls'])('stores one message for each key, %s', async (how) => {
      const { acceptAll, accept, message, find, balance, acceptedOn, key, clicksOf } = await openFixture()
      const twins = Array.from({ length: COUNT }, () => message({ idempotencyKey: KEY }))
      const linksOf = (twin: Message) => ({ messageLinks: messageLinksOf(twin, 2) })
      const decisions =
        how === 'in one call'
          ? await acceptAll(twins.map((twin) => acceptanceOf(twin, linksOf(twin))))
          : await Promise.all(twins.map((twin) => accept(twin, linksOf(twin))))
      expect(decisions.filter(isAccepted)).toHaveLength(1)
      const winner = twins[decisions.findIndex(isAccepted)]!
      expect(await key()).toEqual(acceptanceOf(winner).key)
      expect(await Promise.all(twins.map(find))).toEqual(twins.map((twin) => (twin === winner ? twin : null)))
      const links = await Promise.all(twins.map((twin) => clicksOf(twin)))
      expect(links.map(({ length }) => length)).toEqual(twins.map((twin) => (twin === winner ? 2 : 0)))
      expect(await balance()).toEqual(RESERVED)
      expect(await acceptedOn()).toBe(1)
      for (const loser of twins.filter((twin) => twin !== winner)) {
        expect(await accept(loser)).toMatchObject({ facts: { key: { target: winner.id } } })
      }
    })

    test('stores one message for concurrent sends with an expired key', async () => {
      const { accept, accepted, message, settle, key, balance } = await openFixture()
      const first = await accepted({ idempotencyKey: KEY })
      await settle(sentOf(first, { key: keyWithResponse(first, NOW) }))
      const twins = Array.from({ length: COUNT }, () => message({ idempotencyKey: KEY }))
      const decisions = await Promise.all(twins.map((twin) => accept(twin)))
      expect(decisions.filter(isAccepted)).toHaveLength(1)
      expect(await key()).toEqual(acceptanceOf(twins[decisions.findIndex(isAccepted)]!).key)
      expect(await balance()).toMatchObject({ sms: 6, reserved: { sms: 2 } })
    })

    test('stores a message once, even if it is repeated concurrently', async () => {
      const { accept, message, balance, acceptedOn } = await openFixture()
      const one = message({ idempotencyKey: KEY })
      const again = message()
      const decisions = await Promise.all([one, again, one, again, one, again].map((same) => accept(same)))
      expect(decisions.filter(isAccepted)).toHaveLength(2)
      expect(await balance()).toMatchObject({ sms: 6, reserved: { sms: 4 } })
      expect(await acceptedOn()).toBe(2)
    })

    test('counts a send of the day before, which waited over midnight, with those of the day that has begun', async () => {
      const { acceptAll, message, acceptedOn } = await openFixture()
      const decisions = await acceptAll([
        acceptanceOf(message(), { day: '2026-03-02' }),
        acceptanceOf(message(), { day: '2026-03-01' }),
      ])
      expect(decisions.filter(isAccepted)).toHaveLength(2)
      expect(await acceptedOn('2026-03-02')).toBe(2)
    })

    test.each(['in one call', 'in concurrent calls'])('never exceeds the credits or the quota, %s', async (how) => {
      const { acceptAll, accept, message, balance } = await openFixture()
      const many = async (dailyQuota: number | null) => {
        const messages = Array.from({ length: COUNT }, () => message())
        return how === 'in one call'
          ? acceptAll(messages.map((one) => acceptanceOf(one, { dailyQuota })))
          : Promise.all(messages.map((one) => accept(one, { dailyQuota })))
      }
      expect((await many(4)).filter(isAccepted)).toHaveLength(4)
      expect((await many(null)).filter(isAccepted)).toHaveLength(1)
      expect(await balance()).toEqual({ ...NO_CREDITS, mms: 2, reserved: { sms: 10, mms: 0 } })
    })

    test('accepts each send without an obstacle, whatever the others are', async () => {
      const { acceptAll, message, find, balance, run, account, neighbour } = await openFixture()
      const other = await neighbour()
      await run(({ consents }) => consents.save([aConsent({ account: account.id, phone: BOB, optedOutAt: NOW })]))
      const [good, alsoGood] = [message(), message({ idempotencyKey: KEY })]
      const refused = [
        message({ to: BOB }),
        message({ from: '54321' }),
        message({ account: other.id, id: ids.next('msg') }),
        message({ cost: { sms: 11, mms: 0 } }),
      ]
      const all = [refused[0]!, good, refused[1]!, refused[2]!, alsoGood, refused[3]!]
      const decisions = await acceptAll(all.map((one) => acceptanceOf(one)))
      expect(decisions.map(isAccepted)).toEqual([false, true, false, false, true, false])
      expect(await Promise.all(all.map(find))).toEqual([null, good, null, null, alsoGood, null])
      expect(await balance()).toMatchObject({ sms: 6, reserved: { sms: 4 } })
    })

    test('takes effect either before or after a concurrent STOP', async () => {
      const { accept, message, run, account, consent, find } = await openFixture()
      for (let round = 0; round < 5; round++) {
        await run(({ consents }) => consents.save([consent]))
        const one = message({ cost: { sms: 1, mms: 0 } })
        const [decision, wasThere] = await Promise.all([
          accept(one),
          run(async ({ consents, messages }) => {
            const locked = (await consents.lock(account.id, [ANN])).get(ANN)!
            await consents.save([{ ...locked, optedOutAt: NOW }])
            return (await messages.find(account.id, one.id)) !== null
          }),
        ])
        expect((await find(one)) !== null).toBe(isAccepted(decision))
        expect(isAccepted(decision)).toBe(wasThere)
      }
    })
  })
}
