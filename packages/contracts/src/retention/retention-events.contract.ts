import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { aFailure, aFailedAttempt, aDeliveryAttempt, eventsOf } from '../webhooks/delivery-store-fixture.js'
import { DONE, retentionStoreFixture } from './retention-store-fixture.js'

/** The part of the retention store's contract for events. */
export function describeTrimmedEvents(open: OpenTestAdapters) {
  async function openFixture() {
    const fixture = await retentionStoreFixture(open)
    return {
      ...fixture,
      /** An event whose only endpoint was removed before the event was fanned out. */
      unsubscribed: async (at: Date, account = fixture.account.id) => {
        const listener = await fixture.endpoint({ account })
        const event = fixture.event({ account, at })
        await fixture.append(event)
        await fixture.remove(listener)
        await fixture.fanOut({ of: account })
        return event
      },
    }
  }

  describe('events', () => {
    test('without a delivery are deleted if they occurred at the given instant or before', async () => {
      const { unsubscribed, endpoint, replay, trimEvents } = await openFixture()
      const [old, young] = [await unsubscribed(after(100)), await unsubscribed(after(100.001))]
      expect(await trimEvents()).toEqual({ taken: 1, next: null })
      const hook = await endpoint()
      expect(await replay(hook, { event: old.id })).toBe(0)
      expect(await replay(hook, { event: young.id })).toBe(1)
    })

    test('are deleted with all their deliveries, delivered or failed', async () => {
      const { endpoint, relayed, find, settle, trimEvents, list, replay } = await openFixture()
      const hooks = [await endpoint(), await endpoint()]
      const [old, young] = [await relayed({ at: after(1) }), await relayed({ at: after(200) })]
      for (const event of [old, young]) {
        await settle(aDeliveryAttempt((await find(hooks[0]!, event))!.delivery))
        await settle(aFailure((await find(hooks[1]!, event))!.delivery))
      }
      expect(await trimEvents()).toEqual({ taken: 1, next: null })
      for (const hook of hooks) {
        expect(await find(hook, old)).toBeNull()
        expect(eventsOf((await list(hook)).results)).toEqual([young.id])
        expect((await find(hook, young))!.attempts).toHaveLength(1)
        expect(await replay(hook, { event: old.id })).toBe(0)
      }
    })

    test('are deleted with their delivery attempts: an event that is appended again starts from zero', async () => {
      const { endpoint, relayed, append, fanOut, find, settle, trimEvents } = await openFixture()
      const hook = await endpoint()
      const event = await relayed({ at: after(1) })
      await settle(aDeliveryAttempt((await find(hook, event))!.delivery))
      await trimEvents()
      await append(event)
      await fanOut()
      expect(await find(hook, event)).toMatchObject({ delivery: { tries: 0, attempts: 0 }, attempts: [] })
    })

    test('are kept with all their deliveries while one delivery is pending', async () => {
      const { endpoint, relayed, find, settle, trimEvents } = await openFixture()
      const [quick, slow] = [await endpoint(), await endpoint()]
      const [fresh, tried] = [await relayed({ at: after(1) }), await relayed({ at: after(2) })]
      for (const event of [fresh, tried]) await settle(aDeliveryAttempt((await find(quick, event))!.delivery))
      await settle(aFailedAttempt((await find(slow, tried))!.delivery, after(500)))
      expect(await trimEvents()).toEqual(DONE)
      for (const event of [fresh, tried]) {
        expect((await find(quick, event))!.attempts).toHaveLength(1)
        expect(await find(slow, event)).not.toBeNull()
      }
      for (const event of [fresh, tried]) await settle(aDeliveryAttempt((await find(slow, event))!.delivery))
      expect(await trimEvents()).toEqual({ taken: 2, next: null })
    })

    test('are kept in the outbox until they are relayed', async () => {
      const { endpoint, append, event, waiting, trimEvents } = await openFixture()
      await endpoint()
      await append(event({ at: after(1) }))
      expect(await trimEvents()).toEqual(DONE)
      expect(await waiting()).toHaveLength(1)
    })

    test('are deleted oldest first, up to the limit, skipping events that are kept', async () => {
      const { endpoint, relayed, find, settle, unsubscribed, trimEvents, replay } = await openFixture()
      const stuck = await endpoint()
      const pending = await relayed({ at: after(2) })
      const events = [await unsubscribed(after(4)), await unsubscribed(after(1)), await unsubscribed(after(3))]
      const others = (await Promise.all(events.map((event) => find(stuck, event)))).flatMap((found) => found ?? [])
      await settle(...others.map(({ delivery }) => aDeliveryAttempt(delivery)))
      expect(await trimEvents(2)).toEqual({ taken: 2, next: after(3) })
      const hook = await endpoint()
      const left = await Promise.all(events.map(({ id }) => replay(hook, { event: id })))
      expect(left).toEqual([1, 0, 0])
      expect(await find(stuck, pending)).not.toBeNull()
    })

    test('of another account are kept', async () => {
      const { unsubscribed, neighbour, trimEvents } = await openFixture()
      const next = await neighbour()
      await unsubscribed(after(1), next.id)
      expect(await trimEvents()).toEqual(DONE)
      expect(await trimEvents(9, {}, next.id)).toMatchObject({ taken: 1 })
    })
  })
}
