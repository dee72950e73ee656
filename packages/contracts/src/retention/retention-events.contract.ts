import { describe, expect, test } from '@jest/globals'
import { after } from '../fixtures/builders.js'
import type { OpenTestAdapters } from '../fixtures/house.js'
import { aFailure, aMiss, aTry, eventsOf } from '../webhooks/delivery-house.js'
import { DONE, retentionHouseOf } from './retention-house.js'

/** A part of the contract of the retention store. */
export function describeTrimmedEvents(open: OpenTestAdapters) {
  async function openHouse() {
    const house = await retentionHouseOf(open)
    return {
      ...house,
      /** One whose only listener is gone before it has heard of it. */
      unheard: async (at: Date, account = house.account.id) => {
        const listener = await house.endpoint({ account })
        const event = house.event({ account, at })
        await house.append(event)
        await house.remove(listener)
        await house.fanOut({ of: account })
        return event
      },
    }
  }

  describe('events', () => {
    test('that nobody heard go when they happened at the instant or before', async () => {
      const { unheard, endpoint, replay, trimEvents } = await openHouse()
      const [old, young] = [await unheard(after(100)), await unheard(after(100.001))]
      expect(await trimEvents()).toEqual({ taken: 1, next: null })
      const hook = await endpoint()
      expect(await replay(hook, { event: old.id })).toBe(0)
      expect(await replay(hook, { event: young.id })).toBe(1)
    })

    test('go with what became of them at every endpoint, delivered or failed', async () => {
      const { endpoint, handedOn, find, settle, trimEvents, list, replay } = await openHouse()
      const hooks = [await endpoint(), await endpoint()]
      const [old, young] = [await handedOn({ at: after(1) }), await handedOn({ at: after(200) })]
      for (const event of [old, young]) {
        await settle(aTry((await find(hooks[0]!, event))!.delivery))
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

    test('leave nothing of the tries: one that is told again begins anew', async () => {
      const { endpoint, handedOn, append, fanOut, find, settle, trimEvents } = await openHouse()
      const hook = await endpoint()
      const event = await handedOn({ at: after(1) })
      await settle(aTry((await find(hook, event))!.delivery))
      await trimEvents()
      await append(event)
      await fanOut()
      expect(await find(hook, event)).toMatchObject({ delivery: { tries: 0, attempts: 0 }, attempts: [] })
    })

    test('stay while they are on their way to anybody, with what became of them elsewhere', async () => {
      const { endpoint, handedOn, find, settle, trimEvents } = await openHouse()
      const [quick, slow] = [await endpoint(), await endpoint()]
      const [fresh, tried] = [await handedOn({ at: after(1) }), await handedOn({ at: after(2) })]
      for (const event of [fresh, tried]) await settle(aTry((await find(quick, event))!.delivery))
      await settle(aMiss((await find(slow, tried))!.delivery, after(500)))
      expect(await trimEvents()).toEqual(DONE)
      for (const event of [fresh, tried]) {
        expect((await find(quick, event))!.attempts).toHaveLength(1)
        expect(await find(slow, event)).not.toBeNull()
      }
      for (const event of [fresh, tried]) await settle(aTry((await find(slow, event))!.delivery))
      expect(await trimEvents()).toEqual({ taken: 2, next: null })
    })

    test('stay in the outbox until they are handed on', async () => {
      const { endpoint, append, event, waiting, trimEvents } = await openHouse()
      await endpoint()
      await append(event({ at: after(1) }))
      expect(await trimEvents()).toEqual(DONE)
      expect(await waiting()).toHaveLength(1)
    })

    test('go the oldest first, at most so many at once, past those that stay', async () => {
      const { endpoint, handedOn, find, settle, unheard, trimEvents, replay } = await openHouse()
      const stuck = await endpoint()
      const pending = await handedOn({ at: after(2) })
      const events = [await unheard(after(4)), await unheard(after(1)), await unheard(after(3))]
      const others = (await Promise.all(events.map((event) => find(stuck, event)))).flatMap((found) => found ?? [])
      await settle(...others.map(({ delivery }) => aTry(delivery)))
      expect(await trimEvents(2)).toEqual({ taken: 2, next: after(3) })
      const hook = await endpoint()
      const left = await Promise.all(events.map(({ id }) => replay(hook, { event: id })))
      expect(left).toEqual([1, 0, 0])
      expect(await find(stuck, pending)).not.toBeNull()
    })

    test('of another account stay', async () => {
      const { unheard, neighbour, trimEvents } = await openHouse()
      const next = await neighbour()
      await unheard(after(1), next.id)
      expect(await trimEvents()).toEqual(DONE)
      expect(await trimEvents(9, {}, next.id)).toMatchObject({ taken: 1 })
    })
  })
}
