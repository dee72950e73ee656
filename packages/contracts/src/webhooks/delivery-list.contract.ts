import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, aWebhookEndpoint, after, ids } from '../fixtures/builders.js'
import { aDelivery, aWebhookResponse } from './delivery-builders.js'
import { aFailure, aFailedAttempt, aDeliveryAttempt, deliveryStoreFixture, eventsOf } from './delivery-store-fixture.js'

/** The part of the delivery store's contract for finding and listing deliveries. */
export function describeListedDeliveries(open: OpenTestAdapters) {
  const openFixture = async () => deliveryStoreFixture(open)

  /** Events for one endpoint, one second apart: delivered, failed, waiting for a retry, and not tried yet. */
  const openLog = async () => {
    const fixture = await openFixture()
    const hook = await fixture.endpoint()
    const [delivered, failed, missed, fresh] = [
      await fixture.relayed({ at: after(1) }),
      await fixture.relayed({ at: after(2), type: 'contacts.group.opted_out' }),
      await fixture.relayed({ at: after(3), type: 'contacts.group.opted_out' }),
      await fixture.relayed({ at: after(4) }),
    ]
    const before = async ({ id }: typeof fresh) => (await fixture.find(hook, { id }))!.delivery
    const [success, failure] = [aDeliveryAttempt(await before(delivered)), aFailure(await before(failed))]
    const first = aFailedAttempt(await before(missed), after(5), { answer: aWebhookResponse(500) })
    const second = aFailedAttempt(first.after, after(300), { answer: aWebhookResponse(502) })
    await fixture.settle(success, failure, first)
    await fixture.settle(second)
    return { ...fixture, hook, delivered, failed, missed, fresh, success, failure, first, second }
  }

  describe('deliveries: find', () => {
    test('finds a delivery by endpoint and event, with the event and all attempts', async () => {
      const { hook, find, missed, first, second } = await openLog()
      const { at } = missed
      const data: unknown = expect.any(String)
      const attempts = [first.attempt, second.attempt]
      expect(await find(hook, missed)).toEqual({ delivery: second.after, event: { at, data }, attempts })
      expect(JSON.parse((await find(hook, missed))!.event.data)).toEqual(missed.data)
    })

    test('finds a delivery before its first attempt', async () => {
      const { account, hook, find, fresh } = await openLog()
      const delivery = aDelivery({ account: account.id, endpoint: hook.id, event: fresh.id })
      expect(await find(hook, fresh)).toMatchObject({ delivery, attempts: [] })
    })

    test('requires the right endpoint, event and account', async () => {
      const { hook, endpoint, find, fresh, neighbour, save } = await openLog()
      const late = await endpoint()
      const next = await neighbour()
      const away = await save(aWebhookEndpoint({ account: next.id, id: hook.id }))
      for (const nowhere of [late, away]) expect(await find(nowhere, fresh)).toBeNull()
      expect(await find(hook, { id: ids.next('evt') })).toBeNull()
    })
  })

  describe('deliveries: list', () => {
    test('returns the deliveries of the newest events first, each with its last attempt', async () => {
      const { account, hook, list, fresh, success, failure, second } = await openLog()
      const delivery = aDelivery({ account: account.id, endpoint: hook.id, event: fresh.id })
      const listed = [second, failure, success].map(({ after, attempt }) => ({ delivery: after, last: attempt }))
      expect(await list(hook)).toEqual({
        page: 1,
        limit: 100,
        totalCount: 4,
        results: [{ delivery, last: null }, ...listed],
      })
    })

    test('orders events with the same instant by id, descending', async () => {
      const { hook, append, event, fanOut, list } = await openLog()
      const many = Array.from({ length: 5 }, () => event({ at: after(9) }))
      await append(many[3]!, many[0]!, many[4]!, many[1]!, many[2]!)
      await fanOut()
      const newest = eventsOf((await list(hook)).results).slice(0, 5)
      expect(newest).toEqual(many.map(({ id }) => id).toReversed())
    })

    test('returns the last attempt, even if there are more than ten', async () => {
      const { hook, delivered, fresh, find, settle, list } = await openLog()
      for (let n = 1; n <= 11; n++)
        await settle(aFailedAttempt((await find(hook, fresh))!.delivery, after(n), { at: after(n) }))
      const { results } = await list(hook)
      expect(results[0]).toMatchObject({ delivery: { event: fresh.id }, last: { number: 11, at: after(11) } })
      expect(results.at(-1)).toMatchObject({ delivery: { event: delivered.id }, last: { number: 1 } })
    })

    test.each(['one page', 'pages'])('returns %s, with the total count', async (way) => {
      const { hook, list, delivered, failed, missed, fresh } = await openLog()
      const all = [fresh, missed, failed, delivered].map(({ id }) => id)
      const limit = way === 'pages' ? 3 : 4
      const first = await list(hook, {}, { page: 1, limit })
      const second = await list(hook, {}, { page: 2, limit })
      expect(first).toMatchObject({ page: 1, limit, totalCount: 4 })
      expect(second).toMatchObject({ page: 2, limit, totalCount: 4 })
      expect([eventsOf(first.results), eventsOf(second.results)]).toEqual([all.slice(0, limit), all.slice(limit)])
    })

    test('filters by status, type and event, alone or combined', async () => {
      const { hook, list, delivered, failed, missed, fresh } = await openLog()
      const listed = async (...parameters: Parameters<typeof list> extends [unknown, ...infer Rest] ? Rest : never) => {
        const { totalCount, results } = await list(hook, ...parameters)
        expect(totalCount).toBe(results.length)
        return eventsOf(results)
      }
      expect(await listed({ status: 'delivered' })).toEqual([delivered.id])
      expect(await listed({ status: 'failed' })).toEqual([failed.id])
      expect(await listed({ status: 'pending' })).toEqual([fresh.id, missed.id])
      expect(await listed({ type: 'contacts.group.opted_out' })).toEqual([missed.id, failed.id])
      expect(await listed({ type: 'link.clicked' })).toEqual([])
      expect(await listed({ event: failed.id })).toEqual([failed.id])
      expect(await listed({ event: ids.next('evt') })).toEqual([])
      const all = { type: 'contacts.group.opted_out', event: missed.id } as const
      expect(await listed({ ...all, status: 'pending' })).toEqual([missed.id])
      expect(await listed({ ...all, status: 'failed' })).toEqual([])
    })

    test('counts the deliveries that match the filter', async () => {
      const { hook, list, missed } = await openLog()
      const page = await list(hook, { status: 'pending' }, { page: 2, limit: 1 })
      expect(page).toMatchObject({ page: 2, limit: 1, totalCount: 2 })
      expect(eventsOf(page.results)).toEqual([missed.id])
    })

    test('filters test events by their type', async () => {
      const { account, hook, deliveries, list } = await openLog()
      const event = { id: ids.next('evt'), account: account.id, at: after(9), type: 'webhook.test', data: {} }
      await deliveries((store) => store.addFor(hook, event, NOW))
      expect(eventsOf((await list(hook, { type: 'webhook.test' })).results)).toEqual([event.id])
    })

    test('belongs to one endpoint of one account', async () => {
      const { hook, endpoint, list, neighbour, save, relayed, fresh } = await openLog()
      const other = await endpoint()
      const next = await neighbour()
      const away = await save(aWebhookEndpoint({ account: next.id, id: hook.id }))
      const nothing = { page: 1, limit: 100, totalCount: 0, results: [] }
      expect([await list(other), await list(away)]).toEqual([nothing, nothing])
      await relayed({ account: next.id, id: fresh.id })
      expect((await list(hook)).totalCount).toBe(4)
      expect((await list(away)).results).toMatchObject([{ delivery: { account: next.id, event: fresh.id } }])
    })
  })
}
