import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, NOW, aWebhookEndpoint, after, ids } from '../fixtures/builders.js'
import { aFailedAttempt, aDeliveryAttempt, deliveryStoreFixture, eventsOf } from './delivery-store-fixture.js'

/** The part of the delivery store's contract for due deliveries. */
export function describeDueDeliveries(open: OpenTestAdapters) {
  const openFixture = async () => deliveryStoreFixture(open)

  describe('deliveries: due', () => {
    test('returns deliveries whose time has come, longest due first, up to the limit', async () => {
      const { endpoint, relayed, due } = await openFixture()
      const hook = await endpoint()
      const [c, a, d, b] = [
        await relayed({ now: after(3) }),
        await relayed({ now: after(1) }),
        await relayed({ now: after(4) }),
        await relayed({ now: after(2) }),
      ]
      expect(await due(hook, { now: after(0.999) })).toEqual([])
      expect(eventsOf(await due(hook, { now: after(3) }))).toEqual([a.id, b.id, c.id])
      expect(eventsOf(await due(hook, { now: after(9) }))).toEqual([a.id, b.id, c.id, d.id])
      expect(eventsOf(await due(hook, { now: after(9), limit: 2 }))).toEqual([a.id, b.id])
    })

    test('excludes the given events, and they do not count towards the limit', async () => {
      const { endpoint, relayed, due } = await openFixture()
      const hook = await endpoint()
      const [a, b, c, d] = [1, 2, 3, 4].map((n) => after(-9 + n))
      const events = []
      for (const now of [a, b, c, d]) events.push(await relayed({ now: now! }))
      const [first, second, third, fourth] = events.map(({ id }) => id)
      expect(eventsOf(await due(hook, { except: [first!, third!], limit: 1 }))).toEqual([second])
      expect(eventsOf(await due(hook, { except: [first!, third!] }))).toEqual([second, fourth])
      expect(await due(hook, { except: events.map(({ id }) => id) })).toEqual([])
    })

    test('excludes ended deliveries, and postponed deliveries until their time comes', async () => {
      const { endpoint, relayed, due, settle } = await openFixture()
      const hook = await endpoint()
      const [done, failed, put] = [await relayed(), await relayed(), await relayed()]
      const deliveries = new Map((await due(hook)).map(({ delivery }) => [delivery.event, delivery]))
      await settle(
        aDeliveryAttempt(deliveries.get(done.id)!),
        aDeliveryAttempt(deliveries.get(failed.id)!, { status: 'failed' }),
        aFailedAttempt(deliveries.get(put.id)!, after(5)),
      )
      expect(await due(hook, { now: after(4.999) })).toEqual([])
      expect(await due(hook, { now: after(5) })).toMatchObject([
        { delivery: { event: put.id, tries: 1, attempts: 1, nextAt: after(5) } },
      ])
    })

    test('returns only deliveries of the endpoint, even if another account has an endpoint with the same id', async () => {
      const { endpoint, relayed, neighbour, save, due } = await openFixture()
      const [hook, other] = [await endpoint(), await endpoint({ events: ['contacts.group.opted_out'] })]
      const next = await neighbour()
      const away = await save(aWebhookEndpoint({ account: next.id, id: hook.id }))
      const [mine, others] = [await relayed(), await relayed({ type: 'contacts.group.opted_out', now: after(-1) })]
      const theirs = await relayed({ account: next.id, id: mine.id })
      expect(eventsOf(await due(hook))).toEqual([others.id, mine.id])
      expect(eventsOf(await due(other))).toEqual([others.id])
      expect(await due(away)).toMatchObject([{ delivery: { account: next.id, endpoint: hook.id, event: theirs.id } }])
    })

    test('returns the same text of the data on every try and for every endpoint', async () => {
      const { endpoint, event, append, fanOut, due, settle, replay, find } = await openFixture()
      const [hook, other] = [await endpoint(), await endpoint()]
      const name = 'Grüße 👋, "quoted" \\ and\nbroken, </script>, \u2028, \u0000, {"a" : 1.0}'
      const contact = { id: ids.next('con'), phoneNumber: ANN }
      const delivered = event({ data: { contact, group: { id: ids.next('grp'), name }, reason: 'FORM' } })
      await append(event(), delivered)
      await fanOut()
      const textNow = async (hook: Parameters<typeof due>[0]) =>
        (await due(hook, { now: after(9) })).find(({ delivery }) => delivery.event === delivered.id)!
      const { data, delivery } = await textNow(hook)
      expect(JSON.parse(data)).toEqual(delivered.data)
      await settle(aFailedAttempt(delivery, after(9)))
      expect((await textNow(hook)).data).toBe(data)
      await replay(hook, { event: delivered.id })
      expect((await textNow(hook)).data).toBe(data)
      expect((await textNow(other)).data).toBe(data)
      expect((await find(hook, delivered))!.event.data).toBe(data)
    })
  })

  describe('deliveries: nextAt', () => {
    test('is the earliest due time of the pending deliveries, even in the past', async () => {
      const { endpoint, relayed, due, nextAt, settle } = await openFixture()
      const hook = await endpoint()
      expect(await nextAt(hook)).toBeNull()
      await relayed({ now: after(7) })
      await relayed({ now: after(-7) })
      expect(await nextAt(hook)).toEqual(after(-7))
      const { delivery } = (await due(hook))[0]!
      await settle(aFailedAttempt(delivery, after(5)))
      expect(await nextAt(hook)).toEqual(after(5))
      const [again] = await due(hook, { now: after(5) })
      await settle(aDeliveryAttempt(again!.delivery))
      expect(await nextAt(hook)).toEqual(after(7))
      const [last] = await due(hook, { now: after(7) })
      await settle(aDeliveryAttempt(last!.delivery, { status: 'failed' }))
      expect(await nextAt(hook)).toBeNull()
    })

    test('is determined by one endpoint, regardless of others', async () => {
      const { endpoint, relayed, neighbour, save, nextAt } = await openFixture()
      const [hook, idle, next] = [await endpoint(), await endpoint({ events: ['link.clicked'] }), await neighbour()]
      const away = await save(aWebhookEndpoint({ account: next.id, id: idle.id }))
      await relayed()
      await relayed({ account: next.id, now: after(3) })
      expect([await nextAt(hook), await nextAt(idle), await nextAt(away)]).toEqual([NOW, null, after(3)])
    })
  })
}
