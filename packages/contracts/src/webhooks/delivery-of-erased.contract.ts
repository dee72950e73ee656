import { describe, expect, test } from '@jest/globals'
import type { EndpointName, Event, MembershipChange } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, NOW, after, ids } from '../fixtures/builders.js'
import { aFailure, aFailedAttempt, aDeliveryAttempt, deliveryStoreFixture } from './delivery-store-fixture.js'

/** The part of the delivery store's contract for the events that report that an erased contact left its groups. */
export function describeDeliveriesOfErased(open: OpenTestAdapters) {
  const openFixture = async () => {
    const fixture = await deliveryStoreFixture(open)
    const { event, append, fanOut, due, find } = fixture
    const data: MembershipChange = {
      contact: { id: ids.next('con'), phoneNumber: ANN },
      group: { id: ids.next('grp'), name: '"VIP", Größe \\ {👋}' },
      reason: 'ERASED',
    }
    const kept = { ...data, contact: { id: data.contact.id } }
    return {
      ...fixture,
      data,
      kept,
      erased: async () => {
        const erasedEvent = event({ type: 'contacts.group.opted_out', data })
        await append(erasedEvent)
        await fanOut()
        return erasedEvent
      },
      dueOne: async (hook: EndpointName, now = NOW) => (await due(hook, { now }))[0]!,
      postedTo: async (hook: EndpointName, now = NOW) => JSON.parse((await due(hook, { now }))[0]!.data),
      logged: async (hook: EndpointName, published: Event) => JSON.parse((await find(hook, published))!.event.data),
    }
  }

  describe('deliveries about an erased contact', () => {
    test('post the number, although the event does not contain it', async () => {
      const { endpoint, erased, postedTo, logged, data, kept } = await openFixture()
      const hook = await endpoint()
      const erasedEvent = await erased()
      expect(await postedTo(hook)).toEqual(data)
      expect(await logged(hook, erasedEvent)).toEqual(kept)
    })

    test('post the same text on every try until they end', async () => {
      const { endpoint, erased, dueOne, settle } = await openFixture()
      const hook = await endpoint()
      await erased()
      const { delivery, data } = await dueOne(hook)
      await settle(aFailedAttempt(delivery, after(5)))
      expect((await dueOne(hook, after(5))).data).toBe(data)
    })

    test.each([
      ['delivered', aDeliveryAttempt],
      ['failed', aFailure],
    ] as const)('that are %s no longer post the number, even when replayed', async (_, end) => {
      const { endpoint, erased, dueOne, postedTo, settle, replay, logged, kept } = await openFixture()
      const hook = await endpoint()
      const erasedEvent = await erased()
      await settle(end((await dueOne(hook)).delivery))
      expect(await logged(hook, erasedEvent)).toEqual(kept)
      expect(await replay(hook, { event: erasedEvent.id })).toBe(1)
      expect(await postedTo(hook)).toEqual(kept)
    })

    test('keep the number for each endpoint separately, even if replayed before they end', async () => {
      const { endpoint, erased, dueOne, postedTo, settle, replay, data } = await openFixture()
      const [one, other] = [await endpoint(), await endpoint()]
      const erasedEvent = await erased()
      await settle(aDeliveryAttempt((await dueOne(one)).delivery))
      await settle(aFailedAttempt((await dueOne(other)).delivery, after(5)))
      await replay(other, { event: erasedEvent.id })
      expect(await postedTo(other)).toEqual(data)
    })

    test('that are replayed during an attempt keep the number when the attempt ends', async () => {
      const { endpoint, erased, dueOne, postedTo, settle, replay, data } = await openFixture()
      const hook = await endpoint()
      const erasedEvent = await erased()
      await settle(aFailedAttempt((await dueOne(hook)).delivery, after(5)))
      const { delivery } = await dueOne(hook, after(5))
      await replay(hook, { event: erasedEvent.id })
      await settle(aDeliveryAttempt(delivery))
      expect(await postedTo(hook)).toEqual(data)
    })

    test('to an endpoint that was disabled during the erasure are replayed without the number', async () => {
      const { endpoint, save, erased, postedTo, replay, kept } = await openFixture()
      const disabled = await endpoint({ disabled: { at: NOW, reason: 'operator' } })
      const erasedEvent = await erased()
      const hook = await save({ ...disabled, disabled: null })
      expect(await replay(hook, { event: erasedEvent.id })).toBe(1)
      expect(await postedTo(hook)).toEqual(kept)
    })

    test('post the number that the event contains if the reason of the event is not the erasure', async () => {
      const { endpoint, event, append, fanOut, postedTo, logged, data } = await openFixture()
      const hook = await endpoint()
      const erasedEvent = event({ type: 'contacts.group.opted_out', data: { ...data, reason: 'STOP' } })
      await append(erasedEvent)
      await fanOut()
      expect(await postedTo(hook)).toEqual(erasedEvent.data)
      expect(await logged(hook, erasedEvent)).toEqual(erasedEvent.data)
    })

    test('are not deleted when the events of the number are erased', async () => {
      const { account, run, endpoint, erased, postedTo, data } = await openFixture()
      const hook = await endpoint()
      await erased()
      const step = { after: null, limit: 10 }
      const gone = await run(({ erasures }) => erasures.eraseEvents({ account: account.id, phone: ANN }, step))
      expect(gone).toEqual({ erased: 0, last: null })
      expect(await postedTo(hook)).toEqual(data)
    })
  })
}
