import { describe, expect, test } from '@jest/globals'
import type { AccountId, Event } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, aWebhookEndpoint, after, anEvent, ids } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { deliveryStoreFixture, eventsOf } from '../webhooks/delivery-store-fixture.js'

export function describeEventOutbox(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('the event outbox', () => {
    test('stores events whose type an endpoint of the account subscribes to', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('message.sent', 'contacts.group.opted_in')
      const [subscribed, unsubscribed] = [
        anEvent({ account: account.id }),
        anEvent({ account: account.id, type: 'contacts.group.opted_out' }),
      ]
      await run((stores) => stores.events.append(account.id, [subscribed, unsubscribed]))
      expect(await events()).toEqual([subscribed])
    })

    test('stores nothing if no endpoint subscribes', async () => {
      const { run, account, events } = await openFixture()
      await run((stores) => stores.events.append(account.id, [anEvent({ account: account.id })]))
      expect(await events()).toEqual([])
    })

    test('ignores the subscriptions of other accounts', async () => {
      const { run, account, events, neighbour } = await openFixture()
      const other = await neighbour()
      await run(({ webhookEndpoints }) => webhookEndpoints.put(aWebhookEndpoint({ account: other.id })))
      await run((stores) => stores.events.append(account.id, [anEvent({ account: account.id })]))
      expect(await events()).toEqual([])
      expect(await run((stores) => stores.events.oldest(other.id, 10))).toEqual([])
    })

    test('stores an event once, however many endpoints subscribe to it', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      await run(({ webhookEndpoints }) =>
        webhookEndpoints.put(aWebhookEndpoint({ account: account.id, url: 'https://b.example.com' })),
      )
      const event = anEvent({ account: account.id })
      await run((stores) => stores.events.append(account.id, [event]))
      expect(await events()).toEqual([event])
    })

    test('stores an event once, unchanged, when it is appended again, and stores the other events of the call', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      const [event, other] = [anEvent({ account: account.id }), anEvent({ account: account.id })]
      const again = anEvent({ account: account.id, id: event.id, at: after(1) })
      await run((stores) => stores.events.append(account.id, [event, again]))
      await run((stores) => stores.events.append(account.id, [again, other]))
      expect(await events()).toEqual([event, other])
    })

    test('reports with `hasSubscribers` whether an endpoint of the account subscribes to a type', async () => {
      const { run, account, listenTo, neighbour } = await openFixture()
      const hasSubscribers = (type: 'message.sent' | 'contacts.group.opted_in', of = account) =>
        run((stores) => stores.events.hasSubscribers(of.id, type))
      expect(await hasSubscribers('message.sent')).toBe(false)
      await listenTo('message.sent')
      expect(await hasSubscribers('message.sent')).toBe(true)
      expect(await hasSubscribers('contacts.group.opted_in')).toBe(false)
      expect(await hasSubscribers('message.sent', await neighbour())).toBe(false)
    })

    test('sees subscriptions made earlier in the same unit of work', async () => {
      const { run, account, events } = await openFixture()
      const event = anEvent({ account: account.id })
      await run(async (stores) => {
        await stores.webhookEndpoints.put(aWebhookEndpoint({ account: account.id }))
        await stores.events.append(account.id, [event])
      })
      expect(await events()).toEqual([event])
    })

    test('returns the oldest events first, then by id, up to the limit', async () => {
      const { run, account, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      const [a, b, c] = [2, 1, 2].map((second) => anEvent({ account: account.id, at: after(second) }))
      await run((stores) => stores.events.append(account.id, [c!, a!, b!]))
      expect(await run((stores) => stores.events.oldest(account.id, 10))).toEqual([b, a, c])
      expect(await run((stores) => stores.events.oldest(account.id, 1))).toEqual([b])
    })

    test('returns events that were appended by several calls oldest first, up to the limit', async () => {
      const { run, account, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      const [d, a, c, b] = [4, 1, 3, 2].map((second) => anEvent({ account: account.id, at: after(second) }))
      await run((stores) => stores.events.append(account.id, [d!, a!]))
      await run((stores) => stores.events.append(account.id, [c!, b!]))
      expect(await run((stores) => stores.events.oldest(account.id, 10))).toEqual([a, b, c, d])
      expect(await run((stores) => stores.events.oldest(account.id, 3))).toEqual([a, b, c])
    })

    test('accepts an empty list, and a list of 1,000 events', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      await run((stores) => stores.events.append(account.id, []))
      const many = Array.from({ length: 1_000 }, () => anEvent({ account: account.id }))
      await run((stores) => stores.events.append(account.id, many))
      expect(await events()).toEqual(many)
    })

    test('stores all subscribed events of a call, and no others', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_out')
      const types = ['contacts.group.opted_out', 'contacts.group.opted_in'] as const
      const many = Array.from({ length: 100 }, (_, n) =>
        anEvent({ account: account.id, type: types[n % 2]!, at: after(n) }),
      )
      await run((stores) => stores.events.append(account.id, many))
      expect(await events()).toEqual(many.filter(({ type }) => type === 'contacts.group.opted_out'))
    })

    test('stores all data exactly', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      const contact = { id: ids.next('con'), phoneNumber: ANN }
      const group = { id: ids.next('grp'), name: 'Grüße 👋, "quoted" \\ and\nbroken, {"a" : [1.0]}, \u2028, \u0000' }
      const event = anEvent({ account: account.id, at: after(0.001), data: { contact, group, reason: 'FORM' } })
      await run((stores) => stores.events.append(account.id, [event]))
      expect(await events()).toEqual([event])
    })

    test('stores the events of concurrent appends', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      const batches = Array.from({ length: 10 }, () => [1, 2, 3].map(() => anEvent({ account: account.id })))
      const append = (batch: readonly Event[]) => run((stores) => stores.events.append(account.id, batch))
      await Promise.all([...batches, ...batches.slice(5)].map(append))
      expect(await events()).toEqual(batches.flat())
    })

    test('stores nothing from a failed unit of work', async () => {
      const { run, account, events, listenTo } = await openFixture()
      await listenTo('contacts.group.opted_in')
      await expectRolledBack(run, (stores) => stores.events.append(account.id, [anEvent({ account: account.id })]))
      expect(await events()).toEqual([])
      expect(await run((stores) => stores.events.accountsWaiting(ALL))).toEqual([])
    })

    test('keeps events until they are fanned out, however often they are read', async () => {
      const { endpoint, event, append, events, fanOut } = await deliveryStoreFixture(open)
      await endpoint()
      const [one, other] = [event(), event()]
      await append(one, other)
      expect([await events(), await events()]).toEqual([
        [one, other],
        [one, other],
      ])
      expect((await fanOut()).events).toBe(2)
      expect(await events()).toEqual([])
    })

    test('makes one delivery for an event that was appended several times', async () => {
      const { endpoint, event, append, events, fanOut, due } = await deliveryStoreFixture(open)
      const hook = await endpoint()
      const [one, other] = [event(), event()]
      await append(one, other)
      await append(other, one)
      await append(other)
      expect(await events()).toEqual([one, other])
      await fanOut()
      await append(one, other)
      expect(await events()).toEqual([])
      await fanOut()
      expect(eventsOf(await due(hook)).sort()).toEqual([one.id, other.id])
    })
  })

  describe('the event outbox: accounts with waiting events', () => {
    const openWaiting = async () => {
      const fixture = await deliveryStoreFixture(open)
      const all = [fixture.account, await fixture.neighbour(), await fixture.neighbour(), await fixture.neighbour()]
      for (const { id } of all) await fixture.save(aWebhookEndpoint({ account: id }))
      const waiting = (page: Partial<typeof ALL> = {}) =>
        fixture.run((stores) => stores.events.accountsWaiting({ ...ALL, ...page }))
      return {
        ...fixture,
        waiting,
        all: all.map(({ id }) => id).sort() as [AccountId, AccountId, AccountId, AccountId],
      }
    }

    test('are the accounts with events that were not fanned out yet, each once', async () => {
      const { append, waiting, fanOut, all } = await openWaiting()
      const [a, b, c, d] = all
      expect(await waiting()).toEqual([])
      for (const id of [c, a, c, a]) await append(anEvent({ account: id }), anEvent({ account: id }))
      await append(anEvent({ account: b, type: 'contacts.group.opted_out' }))
      expect(await waiting()).toEqual([a, b, c])
      await fanOut({ of: b })
      await fanOut({ of: d })
      expect(await waiting()).toEqual([a, c])
    })

    test('do not include accounts whose events have no subscribers', async () => {
      const { run, append, waiting, neighbour, all } = await openWaiting()
      const unsubscribed = await neighbour()
      await append(anEvent({ account: unsubscribed.id }))
      await run((stores) => stores.events.append(all[0], []))
      await append({ ...anEvent({ account: all[1] }), type: 'link.clicked' } as Event)
      expect(await waiting()).toEqual([])
    })

    test('rotate: the accounts after the last served one come first, then the rest', async () => {
      const { append, waiting, all } = await openWaiting()
      const [a, b, c, d] = all
      for (const id of all.toReversed()) for (let n = 0; n < 3; n++) await append(anEvent({ account: id }))
      expect(await waiting({ limit: 3 })).toEqual([a, b, c])
      expect(await waiting({ limit: 3, after: c })).toEqual([d, a, b])
      expect(await waiting({ after: b })).toEqual([c, d, a, b])
      expect(await waiting({ limit: 1, after: b })).toEqual([c])
      expect(await waiting({ limit: 2, after: d })).toEqual([a, b])
      expect(await waiting({ after: ids.next('acc') })).toEqual([a, b, c, d])
    })

    test('stay listed until all of their events are fanned out', async () => {
      const { append, waiting, fanOut, all } = await openWaiting()
      const [a] = all
      await append(anEvent({ account: a }))
      await append(anEvent({ account: a }))
      await fanOut({ of: a, eventsMax: 1 })
      expect(await waiting()).toEqual([a])
      await fanOut({ of: a, eventsMax: 1 })
      expect(await waiting()).toEqual([])
    })
  })
}

const ALL: { readonly after: AccountId | null; readonly limit: number } = { after: null, limit: 100 }
