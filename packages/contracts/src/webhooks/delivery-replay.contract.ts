import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, aWebhookEndpoint, after, ids } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { aDelivery } from './delivery-builders.js'
import { aFailure, aFailedAttempt, aDeliveryAttempt, deliveryStoreFixture, eventsOf } from './delivery-store-fixture.js'

/** The part of the delivery store's contract for replays. */
export function describeReplay(open: OpenTestAdapters) {
  const openFixture = async () => deliveryStoreFixture(open)

  /**
   * Events at seconds 1 to 4: delivered, failed, waiting for a retry, and not sent because there was no subscription.
   */
  const openPast = async () => {
    const fixture = await openFixture()
    const hook = await fixture.endpoint({ events: ['contacts.group.opted_in', 'link.clicked'] })
    const [delivered, failed, missed] = [
      await fixture.relayed({ at: after(1) }),
      await fixture.relayed({ at: after(2) }),
      await fixture.relayed({ at: after(3) }),
    ]
    const other = await fixture.endpoint()
    await fixture.save({ ...hook, events: ['link.clicked'] })
    const unsent = await fixture.relayed({ at: after(4) })
    await fixture.save(hook)
    const before = async ({ id }: typeof unsent) => (await fixture.find(hook, { id }))!.delivery
    const [success, failure] = [aDeliveryAttempt(await before(delivered)), aFailure(await before(failed))]
    const miss = aFailedAttempt(await before(missed), after(300))
    await fixture.settle(success, failure, miss)
    return { ...fixture, hook, other, delivered, failed, missed, unsent, success, failure, miss }
  }
  const ALL = { from: after(0), to: after(99), status: null } as const

  describe('deliveries: replay of one event', () => {
    test.each(['delivered', 'failed', 'missed'] as const)('restarts a delivery that was %s', async (which) => {
      const fixture = await openPast()
      const { hook, replay, find, due, [which]: event } = fixture
      const { delivery, attempts } = (await find(hook, event))!
      expect(await replay(hook, { event: event.id }, { now: after(7) })).toBe(1)
      const anew = { status: 'pending', tries: 0, nextAt: after(7), endedAt: null } as const
      expect(await find(hook, event)).toMatchObject({ delivery: { ...delivery, ...anew }, attempts })
      expect(await due(hook, { now: after(6.999) })).toEqual([])
      expect(eventsOf(await due(hook, { now: after(7) }))).toEqual([event.id])
      expect(delivery.attempts).toBe(1)
    })

    test('makes a delivery for an event that was never sent to the endpoint', async () => {
      const { account, hook, replay, find, unsent } = await openPast()
      expect(await find(hook, unsent)).toBeNull()
      expect(await replay(hook, { event: unsent.id }, { now: after(7) })).toBe(1)
      const times = { nextAt: after(7), createdAt: after(7) }
      const delivery = aDelivery({ account: account.id, endpoint: hook.id, event: unsent.id, ...times })
      expect(await find(hook, unsent)).toMatchObject({ delivery, event: { at: unsent.at }, attempts: [] })
    })

    test('has the same effect when repeated', async () => {
      const { hook, replay, find, unsent, failed } = await openPast()
      for (const { id } of [unsent, failed]) {
        await replay(hook, { event: id }, { now: after(7) })
        const once = await find(hook, { id })
        expect(await replay(hook, { event: id }, { now: after(7) })).toBe(1)
        expect(await find(hook, { id })).toEqual(once)
      }
    })

    test('does not change deliveries of other events and endpoints', async () => {
      const { hook, other, replay, find, list, delivered, failed, missed, unsent } = await openPast()
      const before = [await find(hook, failed), await find(hook, missed), await list(other)]
      await replay(hook, { event: delivered.id })
      await replay(hook, { event: unsent.id })
      expect([await find(hook, failed), await find(hook, missed), await list(other)]).toEqual(before)
    })

    test('does nothing for an unknown event or an event of another account', async () => {
      const { hook, replay, neighbour, save, list, due, unsent } = await openPast()
      const next = await neighbour()
      const away = await save(aWebhookEndpoint({ account: next.id, id: hook.id }))
      expect(await replay(hook, { event: ids.next('evt') })).toBe(0)
      expect(await replay(away, { event: unsent.id })).toBe(0)
      expect([(await list(away)).totalCount, await due(hook)]).toEqual([0, []])
    })

    test('does nothing for a type without a subscription, even if the event was sent before', async () => {
      const { hook, replay, find, delivered, unsent } = await openPast()
      const changed = { ...hook, events: ['contacts.group.opted_out', 'link.clicked'] } as const
      const before = await find(hook, delivered)
      expect(await replay(changed, { event: delivered.id })).toBe(0)
      expect(await replay(changed, { event: unsent.id })).toBe(0)
      expect(await replay(changed, ALL)).toBe(0)
      expect([await find(hook, delivered), await find(hook, unsent)]).toEqual([before, null])
    })

    test('does nothing while the event is in the outbox', async () => {
      const { hook, event, append, replay, find } = await openPast()
      const wanted = event()
      await append(wanted)
      expect(await replay(hook, { event: wanted.id })).toBe(0)
      expect(await find(hook, wanted)).toBeNull()
    })
  })

  describe('deliveries: replay of a span', () => {
    test('restarts all deliveries of the span, and adds deliveries for events that were never sent', async () => {
      const { hook, replay, find, list, due, delivered, failed, missed, unsent, success, failure, miss } =
        await openPast()
      expect(await replay(hook, ALL, { now: after(7) })).toBe(4)
      expect((await due(hook, { now: after(7) })).map(({ delivery }) => delivery.nextAt)).toEqual(
        [1, 2, 3, 4].map(() => after(7)),
      )
      const { results } = await list(hook, { status: 'pending' })
      expect(results).toMatchObject([
        { delivery: { event: unsent.id, tries: 0, attempts: 0, createdAt: after(7), endedAt: null }, last: null },
        { delivery: { event: missed.id, tries: 0, attempts: 1, createdAt: NOW, endedAt: null }, last: miss.attempt },
        { delivery: { event: failed.id, tries: 0, attempts: 1, endedAt: null }, last: failure.attempt },
        { delivery: { event: delivered.id, tries: 0, attempts: 1, endedAt: null }, last: success.attempt },
      ])
      expect((await find(hook, unsent))!.event.at).toEqual(unsent.at)
    })

    test('includes the start of the span, and excludes its end', async () => {
      const { hook, replay, due, failed, missed } = await openPast()
      expect(await replay(hook, { from: after(2), to: after(4), status: null })).toBe(2)
      expect(eventsOf(await due(hook)).sort()).toEqual([failed.id, missed.id])
      expect(await replay(hook, { from: after(2), to: after(2), status: null })).toBe(0)
      expect(await replay(hook, { from: after(2.001), to: after(3), status: null })).toBe(0)
      expect(await replay(hook, { from: after(1), to: after(1.001), status: null })).toBe(1)
    })

    test.each(['delivered', 'failed', 'pending'] as const)('can be limited to %s deliveries', async (status) => {
      const { hook, replay, find, due, unsent, ...past } = await openPast()
      const wanted = { delivered: past.delivered, failed: past.failed, pending: past.missed }[status]
      expect(await replay(hook, { ...ALL, status })).toBe(1)
      expect(eventsOf(await due(hook))).toEqual([wanted.id])
      expect(await find(hook, unsent)).toBeNull()
    })

    test('does nothing and returns null if there are more deliveries than the limit', async () => {
      const { hook, replay, list } = await openPast()
      const before = await list(hook)
      expect(await replay(hook, ALL, { limit: 3 })).toBeNull()
      expect(await list(hook)).toEqual(before)
      expect(await replay(hook, { ...ALL, status: 'failed' }, { limit: 1 })).toBe(1)
      expect(await replay(hook, ALL, { limit: 4 })).toBe(4)
    })

    test('counts towards the limit only deliveries that it would replay', async () => {
      const { hook, relayed, replay, due } = await openPast()
      for (let n = 0; n < 5; n++) await relayed({ at: after(3), type: 'contacts.group.opted_out' })
      expect(await replay(hook, { from: after(3), to: after(4), status: null }, { limit: 1 })).toBe(1)
      expect(await due(hook)).toHaveLength(1)
    })

    test('belongs to one endpoint of one account', async () => {
      const { hook, other, replay, list, relayed, neighbour, save, delivered } = await openPast()
      const next = await neighbour()
      const away = await save(aWebhookEndpoint({ account: next.id, id: hook.id }))
      await relayed({ account: next.id, id: delivered.id, at: after(1) })
      const before = [await list(other), await list(away)]
      expect(await replay(hook, ALL, { now: after(7) })).toBe(4)
      expect([await list(other), await list(away)]).toEqual(before)
      expect(await replay(away, ALL, { now: after(7) })).toBe(1)
    })

    test('returns 0 if there were no events', async () => {
      const { hook, replay } = await openPast()
      expect(await replay(hook, { from: after(50), to: after(60), status: null })).toBe(0)
    })

    test('changes nothing when it is rolled back', async () => {
      const { run, hook, list } = await openPast()
      const before = await list(hook)
      await expectRolledBack(run, ({ deliveries }) => deliveries.replay(hook, ALL, { now: NOW, limit: 100 }))
      expect(await list(hook)).toEqual(before)
    })

    test('succeeds when called concurrently', async () => {
      const { hook, replay, due } = await openPast()
      const counts = await Promise.all(Array.from({ length: 6 }, () => replay(hook, ALL)))
      expect(counts).toEqual([4, 4, 4, 4, 4, 4])
      expect(await due(hook)).toHaveLength(4)
    })
  })

  describe('deliveries: replay of an event for one endpoint only', () => {
    test.each(['webhook.test', 'contacts.group.opted_in'] as const)('sends to no other endpoint (%s)', async (type) => {
      const { account, hook, other, deliveries, replay, due, find, list } = await openPast()
      const event = { id: ids.next('evt'), account: account.id, at: after(50), type, data: {} }
      await deliveries((store) => store.addFor(hook, event, NOW))
      const before = await list(other)
      expect(await replay(other, { event: event.id })).toBe(0)
      expect(await replay(other, { from: after(50), to: after(51), status: null })).toBe(0)
      expect(await find(other, event)).toBeNull()
      expect(await list(other)).toEqual(before)
      expect(eventsOf(await due(hook))).toEqual([event.id])
    })

    test.each([
      ['webhook.test', 0],
      ['link.clicked', 1],
    ] as const)('works by id for all types, in spans only for subscribed types: %s, count %i', async (type, inSpan) => {
      const { account, hook, deliveries, replay, find, settle } = await openPast()
      const event = { id: ids.next('evt'), account: account.id, at: after(50), type, data: {} }
      await deliveries((store) => store.addFor(hook, event, NOW))
      await settle(aDeliveryAttempt((await find(hook, event))!.delivery))
      const span = { from: after(50), to: after(51) }
      expect(await replay(hook, { ...span, status: null })).toBe(inSpan)
      const status = inSpan === 1 ? 'pending' : 'delivered'
      expect(await find(hook, event)).toMatchObject({ delivery: { status } })
      expect(await replay(hook, { ...span, status })).toBe(inSpan)
      expect(await replay(hook, { event: event.id })).toBe(1)
      expect(await find(hook, event)).toMatchObject({ delivery: { status: 'pending', tries: 0, attempts: 1 } })
    })
  })
}
