import { describe, expect, test } from '@jest/globals'
import type { EndpointName, Event, WebhookResponse } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aWebhookEndpoint, after } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { aWebhookResponse } from './delivery-builders.js'
import { aFailure, aFailedAttempt, aDeliveryAttempt, deliveryStoreFixture } from './delivery-store-fixture.js'

/** The part of the delivery store's contract for settling attempts. */
export function describeSettledDeliveries(open: OpenTestAdapters) {
  const openFixture = async () => {
    const fixture = await deliveryStoreFixture(open)
    const found = async (hook: EndpointName, event: Pick<Event, 'id'>) => (await fixture.find(hook, event))!
    return { ...fixture, found, delivery: async (...of: Parameters<typeof found>) => (await found(...of)).delivery }
  }

  describe('deliveries: settle', () => {
    test('stores the outcome, and logs every attempt, oldest first', async () => {
      const { endpoint, relayed, delivery, settle, found } = await openFixture()
      const [hook, event] = [await endpoint(), await relayed()]
      const miss = aFailedAttempt(await delivery(hook, event), after(5), {
        at: after(1),
        tookMs: 0,
        answer: aWebhookResponse(503),
      })
      await settle(miss)
      expect(await found(hook, event)).toMatchObject({ delivery: miss.after, attempts: [miss.attempt] })
      const success = aDeliveryAttempt(miss.after, { endedAt: after(6) }, { at: after(5), tookMs: 15_000 })
      await settle(success)
      expect(await found(hook, event)).toMatchObject({
        delivery: { status: 'delivered', tries: 2, attempts: 2, nextAt: null, endedAt: after(6) },
        attempts: [miss.attempt, success.attempt],
      })
      expect(await delivery(hook, event)).toEqual(success.after)
    })

    test('keeps the log in order beyond nine attempts', async () => {
      const { endpoint, relayed, delivery, settle, found } = await openFixture()
      const [hook, event] = [await endpoint(), await relayed()]
      for (let n = 1; n <= 12; n++)
        await settle(aFailedAttempt(await delivery(hook, event), after(n), { at: after(n) }))
      const { attempts } = await found(hook, event)
      expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
    })

    test.each(RESPONSES)('stores the response: %j', async (response) => {
      const { endpoint, relayed, delivery, settle, found } = await openFixture()
      const [hook, event] = [await endpoint(), await relayed()]
      await settle(aFailedAttempt(await delivery(hook, event), after(5), { answer: response }))
      expect((await found(hook, event)).attempts.map((attempt) => attempt.answer)).toEqual([response])
    })

    test('accepts many deliveries of several endpoints, and an empty list', async () => {
      const { account, deliveries, endpoint, event, append, fanOut, due, settle, list } = await openFixture()
      const hooks = [await endpoint(), await endpoint()]
      await append(...Array.from({ length: 60 }, () => event()))
      await fanOut()
      const all = (await Promise.all(hooks.map((hook) => due(hook)))).flat().map(({ delivery }) => delivery)
      await settle(...all.map((one, n) => (n % 3 === 0 ? aFailedAttempt(one, after(n)) : aDeliveryAttempt(one))))
      await deliveries((store) => store.settle(account.id, []))
      for (const hook of hooks) {
        expect((await list(hook, { status: 'delivered' })).totalCount).toBe(40)
        const { results } = await list(hook, { status: 'pending' })
        expect(results.map(({ last }) => last?.number)).toEqual(Array.from({ length: 20 }, () => 1))
      }
    })

    test('has the same effect when repeated', async () => {
      const { endpoint, relayed, delivery, settle, found } = await openFixture()
      const [hook, one, other] = [await endpoint(), await relayed(), await relayed()]
      const [miss, success] = [
        aFailedAttempt(await delivery(hook, one), after(5)),
        aDeliveryAttempt(await delivery(hook, other)),
      ]
      await settle(miss, success)
      await settle(miss, success)
      expect(await found(hook, one)).toMatchObject({ delivery: miss.after, attempts: [miss.attempt] })
      expect(await found(hook, other)).toMatchObject({ delivery: success.after, attempts: [success.attempt] })
      expect([await delivery(hook, one), await delivery(hook, other)]).toEqual([miss.after, success.after])
      expect((await found(hook, one)).attempts).toHaveLength(1)
    })

    test('does not change a delivery that was replayed during the attempt, but counts and logs the attempt', async () => {
      const { endpoint, relayed, delivery, settle, replay, found } = await openFixture()
      const [hook, event] = [await endpoint(), await relayed()]
      const first = aFailedAttempt(await delivery(hook, event), after(5))
      await settle(first)
      await replay(hook, { event: event.id }, { now: after(7) })
      const second = aDeliveryAttempt(first.after)
      await settle(second)
      expect(await found(hook, event)).toMatchObject({
        delivery: { status: 'pending', tries: 0, attempts: 2, nextAt: after(7), endedAt: null },
        attempts: [first.attempt, second.attempt],
      })
      const third = aDeliveryAttempt(await delivery(hook, event))
      await settle(third)
      expect(await delivery(hook, event)).toMatchObject({ status: 'delivered', tries: 1, attempts: 3 })
      expect((await found(hook, event)).attempts).toEqual([first.attempt, second.attempt, third.attempt])
    })

    test('keeps a replay when an attempt from before the replay is settled again', async () => {
      const { endpoint, relayed, delivery, settle, replay, found } = await openFixture()
      const [hook, event] = [await endpoint(), await relayed()]
      const success = aDeliveryAttempt(await delivery(hook, event))
      await settle(success)
      await replay(hook, { event: event.id }, { now: after(7) })
      await settle(success)
      const replayed = { status: 'pending', tries: 0, attempts: 1, nextAt: after(7), endedAt: null } as const
      expect(await found(hook, event)).toMatchObject({ delivery: replayed, attempts: [success.attempt] })
    })

    test('changes only the delivery of the given endpoint and account, even if others have the same ids', async () => {
      const { endpoint, relayed, neighbour, save, delivery, settle, found } = await openFixture()
      const [hook, other, next] = [await endpoint(), await endpoint(), await neighbour()]
      const away = await save(aWebhookEndpoint({ account: next.id, id: hook.id }))
      const event = await relayed()
      await relayed({ account: next.id, id: event.id })
      const success = aDeliveryAttempt(await delivery(hook, event))
      await settle(success)
      expect(await delivery(hook, event)).toEqual(success.after)
      for (const left of [other, away]) {
        expect(await found(left, event)).toMatchObject({
          delivery: { status: 'pending', tries: 0, attempts: 0 },
          attempts: [],
        })
      }
      await settle(aFailure(await delivery(away, event)))
      expect(await delivery(hook, event)).toEqual(success.after)
    })

    test('is rolled back with its unit of work', async () => {
      const { run, account, endpoint, relayed, delivery, found } = await openFixture()
      const [hook, event] = [await endpoint(), await relayed()]
      const success = aDeliveryAttempt(await delivery(hook, event))
      await expectRolledBack(run, (stores) => stores.deliveries.settle(account.id, [success]))
      expect(await found(hook, event)).toMatchObject({ delivery: { status: 'pending', attempts: 0 }, attempts: [] })
    })
  })
}

const RESPONSES: readonly WebhookResponse[] = [
  aWebhookResponse(200),
  {
    kind: 'answered',
    status: 429,
    retryAfterMs: 86_400_000,
    excerpt: 'Slow down: "Grüße" 👋 \\ and\nbroken, \u0000, \ud83d',
  },
  { kind: 'unanswered', reason: 'timeout', message: 'It gave no answer within 15,000 ms' },
  { kind: 'unanswered', reason: 'unreachable', message: 'connect ECONNREFUSED' },
  { kind: 'unanswered', reason: 'forbidden', message: '10.0.0.1 is a private address' },
]
