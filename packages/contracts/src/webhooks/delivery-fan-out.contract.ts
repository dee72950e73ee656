import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, aWebhookEndpoint, after, anEvent, ids } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { aDelivery } from './delivery-builders.js'
import { aDeliveryAttempt, deliveryStoreFixture, eventsOf } from './delivery-store-fixture.js'

/** The part of the delivery store's contract for fanning out events from the outbox. */
export function describeFanOut(open: OpenTestAdapters) {
  const openFixture = async () => deliveryStoreFixture(open)

  describe('deliveries: fan-out', () => {
    test("makes a delivery, due at once, for every endpoint that subscribes to the event's type", async () => {
      const { account, endpoint, event, append, fanOut, due, waiting } = await openFixture()
      const [one, other, unsubscribed] = [
        await endpoint(),
        await endpoint(),
        await endpoint({ events: ['link.clicked'] }),
      ]
      const delivered = event({ at: after(-9) })
      await append(delivered)
      await fanOut({ now: after(2) })
      for (const { id } of [one, other]) {
        const times = { nextAt: after(2), createdAt: after(2) }
        const delivery = aDelivery({
          account: account.id,
          endpoint: id,
          event: delivered.id,
          type: delivered.type,
          ...times,
        })
        const found = await due({ account: account.id, id }, { now: after(2) })
        expect(found).toEqual([{ delivery, at: after(-9), data: expect.any(String) }])
        expect(JSON.parse(found[0]!.data)).toEqual(delivered.data)
      }
      expect(await due(unsubscribed, { now: after(99) })).toEqual([])
      expect(await waiting()).toEqual([])
    })

    test('matches each event by type, even if events of several types were appended together', async () => {
      const { endpoint, event, append, fanOut, due } = await openFixture()
      const joined = await endpoint({ events: ['contacts.group.opted_in'] })
      const left = await endpoint({ events: ['contacts.group.opted_out', 'link.clicked'] })
      const both = await endpoint()
      const [a, b, c] = [event(), event({ type: 'contacts.group.opted_out' }), event()]
      await append(a, b, c)
      await fanOut()
      expect(eventsOf(await due(joined)).sort()).toEqual([a.id, c.id])
      expect(await due(left)).toMatchObject([{ delivery: { event: b.id, type: 'contacts.group.opted_out' } }])
      expect(eventsOf(await due(both)).sort()).toEqual([a.id, b.id, c.id])
    })

    test('returns the number of events, and each endpoint with new deliveries once, with its `isSlow`', async () => {
      const { endpoint, event, append, fanOut } = await openFixture()
      const [quick, slow] = [await endpoint(), await endpoint({ isSlow: true })]
      await endpoint({ events: ['link.clicked'] })
      await append(event(), event())
      await append(event())
      const { events, endpoints } = await fanOut()
      expect(events).toBe(3)
      expect(endpoints.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: quick.id, isSlow: false },
        { id: slow.id, isSlow: true },
      ])
      expect(await fanOut()).toEqual({ events: 0, endpoints: [] })
    })

    test.each(['operator', 'gone', 'failing'] as const)(
      'makes no delivery for an endpoint that is disabled (%s), and keeps the event for a replay',
      async (reason) => {
        const { endpoint, relayed, event, append, fanOut, save, due, replay } = await openFixture()
        const disabled = await endpoint({ disabled: { at: NOW, reason } })
        const delivered = await relayed()
        await append(event())
        expect((await fanOut()).endpoints).toEqual([])
        const enabled = await save({ ...disabled, disabled: null })
        expect(await due(enabled)).toEqual([])
        expect(await replay(enabled, { event: delivered.id })).toBe(1)
        expect(eventsOf(await due(enabled))).toEqual([delivered.id])
      },
    )

    test('uses the endpoints at the time of the fan-out, not at the time of the event', async () => {
      const { endpoint, event, append, fanOut, save, remove, due } = await openFixture()
      const [gone, changed] = [await endpoint(), await endpoint()]
      const delivered = event()
      await append(delivered)
      await remove(gone)
      await save({ ...changed, events: ['link.clicked'] })
      const fresh = await endpoint()
      expect((await fanOut()).endpoints).toEqual([{ id: fresh.id, isSlow: false }])
      expect(await due(changed)).toEqual([])
      expect(eventsOf(await due(fresh))).toEqual([delivered.id])
    })

    test('keeps an event that no longer has subscribers', async () => {
      const { endpoint, event, append, fanOut, remove, replay, waiting } = await openFixture()
      const gone = await endpoint()
      const delivered = event()
      await append(delivered)
      await remove(gone)
      expect((await fanOut()).endpoints).toEqual([])
      expect(await waiting()).toEqual([])
      expect(await replay(await endpoint(), { event: delivered.id })).toBe(1)
    })

    test('takes the oldest events first, about as many as the limit, and leaves the rest', async () => {
      const { endpoint, event, append, fanOut, due, waiting } = await openFixture()
      const hook = await endpoint()
      const [c, a, b] = [event({ at: after(3) }), event({ at: after(1) }), event({ at: after(2) })]
      for (const one of [c, a, b]) await append(one)
      for (const [oldest, left] of [
        [a, [b, c]],
        [b, [c]],
        [c, []],
      ] as const) {
        const before = eventsOf(await due(hook))
        expect((await fanOut({ eventsMax: 1 })).events).toBe(1)
        expect(eventsOf(await due(hook, { except: before }))).toEqual([oldest.id])
        expect(await waiting()).toEqual(left)
      }
    })

    test('fans out each event once if several were appended together, however small the limit is', async () => {
      const { endpoint, event, append, fanOut, due, waiting } = await openFixture()
      const hook = await endpoint()
      const batch = Array.from({ length: 50 }, (_, n) => event({ at: after(n) }))
      await append(...batch)
      let taken = 0
      for (let more = await fanOut({ eventsMax: 7 }); more.events > 0; more = await fanOut({ eventsMax: 7 })) {
        taken += more.events
      }
      expect(taken).toBe(50)
      expect(eventsOf(await due(hook)).sort()).toEqual(batch.map(({ id }) => id))
      expect(await waiting()).toEqual([])
    })

    test('neither changes an event that was fanned out before nor delivers it again', async () => {
      const { endpoint, event, append, fanOut, due, find, settle, waiting } = await openFixture()
      const hook = await endpoint()
      const delivered = event()
      await append(delivered)
      await fanOut()
      const { delivery, data } = (await due(hook))[0]!
      const settled = aDeliveryAttempt(delivery)
      await settle(settled)
      const late = await endpoint()
      const other = event()
      await append(event({ id: delivered.id, at: after(5) }), other)
      await fanOut({ now: after(6) })
      expect(await find(hook, delivered)).toEqual({
        delivery: settled.after,
        event: { at: NOW, data },
        attempts: [settled.attempt],
      })
      expect(await find(late, delivered)).toBeNull()
      expect(eventsOf(await due(late, { now: after(6) }))).toEqual([other.id])
      expect(await waiting()).toEqual([])
    })

    test('fans out each event once when called concurrently', async () => {
      const { endpoint, event, append, fanOut, due, waiting } = await openFixture()
      const hooks = [await endpoint(), await endpoint()]
      const many = Array.from({ length: 40 }, () => event())
      for (const one of many) await append(one)
      const rounds = await Promise.all(Array.from({ length: 6 }, () => fanOut({ eventsMax: 10 })))
      for (let more = await fanOut(); more.events > 0; more = await fanOut()) rounds.push(more)
      expect(rounds.reduce((sum, { events }) => sum + events, 0)).toBe(40)
      for (const hook of hooks) expect(eventsOf(await due(hook)).sort()).toEqual(many.map(({ id }) => id))
      expect(await waiting()).toEqual([])
    })

    test('misses no event that is appended concurrently', async () => {
      const { endpoint, event, append, fanOut, due } = await openFixture()
      const hook = await endpoint()
      const many = Array.from({ length: 30 }, () => event())
      await Promise.all(many.flatMap((one) => [append(one), fanOut()]))
      await fanOut()
      expect(eventsOf(await due(hook)).sort()).toEqual(many.map(({ id }) => id))
    })

    test('leaves the events in the outbox and makes no delivery when it is rolled back', async () => {
      const { run, account, endpoint, event, append, fanOut, due, waiting } = await openFixture()
      const hook = await endpoint()
      const delivered = event()
      await append(delivered)
      await expectRolledBack(run, ({ deliveries }) => deliveries.fanOut(account.id, { now: NOW, eventsMax: 10 }))
      expect(await waiting()).toEqual([delivered])
      expect(await due(hook)).toEqual([])
      expect((await fanOut()).events).toBe(1)
      expect(eventsOf(await due(hook))).toEqual([delivered.id])
    })

    test('ignores events and endpoints of other accounts', async () => {
      const { endpoint, event, append, fanOut, neighbour, save, due, waiting } = await openFixture()
      const [hook, other] = [await endpoint(), await neighbour()]
      const [ours, theirs] = [event(), anEvent({ account: other.id })]
      const away = await save(aWebhookEndpoint({ account: other.id, id: hook.id }))
      await append(ours)
      await append(theirs)
      expect((await fanOut()).events).toBe(1)
      expect(eventsOf(await due(hook))).toEqual([ours.id])
      expect(await due(away)).toEqual([])
      expect(await waiting(other.id)).toEqual([theirs])
      await fanOut({ of: other.id })
      expect(eventsOf(await due(away))).toEqual([theirs.id])
      expect(eventsOf(await due(hook))).toEqual([ours.id])
    })

    test('returns zero when no event waits', async () => {
      const { endpoint, fanOut } = await openFixture()
      await endpoint()
      expect(await fanOut()).toEqual({ events: 0, endpoints: [] })
    })
  })

  describe('deliveries: an event for one endpoint only', () => {
    const TEST = { type: 'webhook.test', data: { text: 'Grüße 👋, "quoted" \\ and\nbroken', of: [1, null, { a: {} }] } }

    test('is stored with its delivery, which is due at once, and is sent to no other endpoint', async () => {
      const { account, deliveries, endpoint, fanOut, due } = await openFixture()
      const [hook, other] = [await endpoint(), await endpoint()]
      const event = { ...TEST, account: account.id, id: ids.next('evt'), at: after(-3) }
      await deliveries((store) => store.addFor(hook, event, after(1)))
      expect(await due(hook)).toEqual([])
      const found = await due(hook, { now: after(1) })
      const times = { nextAt: after(1), createdAt: after(1) }
      const head = { account: account.id, endpoint: hook.id, event: event.id, type: 'webhook.test' } as const
      expect(found).toEqual([{ delivery: aDelivery({ ...head, ...times }), at: after(-3), data: expect.any(String) }])
      expect(JSON.parse(found[0]!.data)).toEqual(TEST.data)
      expect((await fanOut()).events).toBe(0)
      expect(await due(other, { now: after(99) })).toEqual([])
    })

    test('does not change when it is added again', async () => {
      const { account, deliveries, endpoint, due, settle, find } = await openFixture()
      const hook = await endpoint()
      const event = { ...TEST, account: account.id, id: ids.next('evt'), at: NOW }
      await deliveries((store) => store.addFor(hook, event, NOW))
      const { delivery, data } = (await due(hook))[0]!
      const settled = aDeliveryAttempt(delivery)
      await settle(settled)
      await deliveries((store) => store.addFor(hook, { ...event, data: 'other', at: after(5) }, after(9)))
      expect(await find(hook, event)).toEqual({
        delivery: settled.after,
        event: { at: NOW, data },
        attempts: [settled.attempt],
      })
    })
  })
}
