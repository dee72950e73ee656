import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aWebhookEndpoint } from '../fixtures/builders.js'
import { aDeliveryAttempt, deliveryStoreFixture } from './delivery-store-fixture.js'

/** The part of the delivery store's contract for trimming deliveries of removed endpoints. */
export function describeTrimmedDeliveries(open: OpenTestAdapters) {
  const openFixture = async () => deliveryStoreFixture(open)

  describe('deliveries: trim', () => {
    test('deletes deliveries of removed endpoints, tried or not, up to the limit', async () => {
      const { endpoint, relayed, find, settle, remove, trim, list } = await openFixture()
      const [gone, kept] = [await endpoint(), await endpoint()]
      const events = [await relayed(), await relayed(), await relayed()]
      for (const hook of [gone, kept]) await settle(aDeliveryAttempt((await find(hook, events[0]!))!.delivery))
      const before = await list(kept)
      await remove(gone)
      expect([await trim(2), await trim(2), await trim(2)]).toEqual([2, 1, 0])
      for (const event of events) expect(await find(gone, event)).toBeNull()
      expect(await list(gone)).toMatchObject({ totalCount: 0, results: [] })
      expect(await list(kept)).toEqual(before)
      expect((await find(kept, events[0]!))!.attempts).toHaveLength(1)
    })

    test('also deletes the attempts of a delivery, so that a new delivery starts from zero', async () => {
      const { endpoint, relayed, find, settle, remove, save, trim, replay } = await openFixture()
      const hook = await endpoint()
      const event = await relayed()
      await settle(aDeliveryAttempt((await find(hook, event))!.delivery))
      await remove(hook)
      expect(await trim()).toBe(1)
      await save(hook)
      expect(await replay(hook, { event: event.id })).toBe(1)
      expect(await find(hook, event)).toMatchObject({ delivery: { tries: 0, attempts: 0 }, attempts: [] })
    })

    test('keeps the events, which can still be sent to other endpoints', async () => {
      const { endpoint, relayed, remove, trim, replay } = await openFixture()
      const gone = await endpoint()
      const event = await relayed()
      await remove(gone)
      await trim()
      expect(await replay(await endpoint(), { event: event.id })).toBe(1)
    })

    test('keeps deliveries of existing endpoints, even if disabled or no longer subscribed', async () => {
      const { endpoint, relayed, save, trim, list } = await openFixture()
      const [disabled, changed] = [await endpoint(), await endpoint()]
      const { at } = await relayed()
      await save({ ...disabled, disabled: { at, reason: 'gone' } })
      await save({ ...changed, events: ['link.clicked'] })
      expect(await trim()).toBe(0)
      for (const hook of [disabled, changed]) expect((await list(hook)).totalCount).toBe(1)
    })

    test('ignores other accounts, even if they have an endpoint with the same id', async () => {
      const { endpoint, relayed, neighbour, save, remove, trim, list } = await openFixture()
      const [hook, next] = [await endpoint(), await neighbour()]
      const away = await save(aWebhookEndpoint({ account: next.id, id: hook.id }))
      const lost = await save(aWebhookEndpoint({ account: next.id }))
      await relayed()
      await relayed({ account: next.id })
      await remove(hook)
      await remove(lost)
      expect([await trim(), await trim()]).toEqual([1, 0])
      expect([(await list(away)).totalCount, (await list(lost)).totalCount]).toEqual([1, 1])
      expect([await trim(9, next.id), (await list(away)).totalCount]).toEqual([1, 1])
    })

    test('deletes each delivery once when called concurrently', async () => {
      const { endpoint, event, append, fanOut, remove, trim } = await openFixture()
      const gone = await endpoint()
      await append(...Array.from({ length: 30 }, () => event()))
      await fanOut()
      await remove(gone)
      const counts = await Promise.all(Array.from({ length: 4 }, () => trim(10)))
      for (let more = await trim(); more > 0; more = await trim()) counts.push(more)
      expect(counts.reduce((sum, count) => sum + count)).toBe(30)
    })
  })
}
