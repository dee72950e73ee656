import { describe, expect, test } from '@jest/globals'
import { aWebhookEndpoint, after, anEvent } from './builders.js'
import { houseOf } from './house.js'
import type { OpenTestAdapters } from './test-adapters.js'

export function describeEventOutbox(open: OpenTestAdapters) {
  const openHouse = async () => houseOf(await open())

  describe('the event outbox', () => {
    test('keeps those whose type an endpoint of the account subscribes to', async () => {
      const { run, account, events, listenTo } = await openHouse()
      await listenTo('message.sent', 'contacts.group.opted_in')
      const [heard, unheard] = [
        anEvent({ account: account.id }),
        anEvent({ account: account.id, type: 'contacts.group.opted_out' }),
      ]
      await run((stores) => stores.events.append(account.id, [heard, unheard]))
      expect(await events()).toEqual([heard])
    })

    test('keeps nothing where nobody listens', async () => {
      const { run, account, events } = await openHouse()
      await run((stores) => stores.events.append(account.id, [anEvent({ account: account.id })]))
      expect(await events()).toEqual([])
    })

    test("does not ask what another account's endpoints subscribe to", async () => {
      const { run, account, events, neighbour } = await openHouse()
      const other = await neighbour()
      await run(({ webhookEndpoints }) => webhookEndpoints.put(aWebhookEndpoint({ account: other.id })))
      await run((stores) => stores.events.append(account.id, [anEvent({ account: account.id })]))
      expect(await events()).toEqual([])
      expect(await run((stores) => stores.events.oldest(other.id, 10))).toEqual([])
    })

    test('keeps an event once, however many endpoints subscribe to it', async () => {
      const { run, account, events, listenTo } = await openHouse()
      await listenTo('contacts.group.opted_in')
      await run(({ webhookEndpoints }) =>
        webhookEndpoints.put(aWebhookEndpoint({ account: account.id, url: 'https://b.example.com' })),
      )
      const event = anEvent({ account: account.id })
      await run((stores) => stores.events.append(account.id, [event]))
      expect(await events()).toEqual([event])
    })

    test('keeps an event once that is appended again, as it was, and the others with it', async () => {
      const { run, account, events, listenTo } = await openHouse()
      await listenTo('contacts.group.opted_in')
      const [event, other] = [anEvent({ account: account.id }), anEvent({ account: account.id })]
      const again = anEvent({ account: account.id, id: event.id, at: after(1) })
      await run((stores) => stores.events.append(account.id, [event, again]))
      await run((stores) => stores.events.append(account.id, [again, other]))
      expect(await events()).toEqual([event, other])
    })

    test('tells whether a type is heard by an endpoint of the account', async () => {
      const { run, account, listenTo, neighbour } = await openHouse()
      const isHeard = (type: 'message.sent' | 'contacts.group.opted_in', of = account) =>
        run((stores) => stores.events.isHeard(of.id, type))
      expect(await isHeard('message.sent')).toBe(false)
      await listenTo('message.sent')
      expect(await isHeard('message.sent')).toBe(true)
      expect(await isHeard('contacts.group.opted_in')).toBe(false)
      expect(await isHeard('message.sent', await neighbour())).toBe(false)
    })

    test('knows the subscriptions that its own unit of work has just made', async () => {
      const { run, account, events } = await openHouse()
      const event = anEvent({ account: account.id })
      await run(async (stores) => {
        await stores.webhookEndpoints.put(aWebhookEndpoint({ account: account.id }))
        await stores.events.append(account.id, [event])
      })
      expect(await events()).toEqual([event])
    })

    test('answers the oldest first, then by id, at most so many', async () => {
      const { run, account, listenTo } = await openHouse()
      await listenTo('contacts.group.opted_in')
      const [a, b, c] = [2, 1, 2].map((second) => anEvent({ account: account.id, at: after(second) }))
      await run((stores) => stores.events.append(account.id, [c!, a!, b!]))
      expect(await run((stores) => stores.events.oldest(account.id, 10))).toEqual([b, a, c])
      expect(await run((stores) => stores.events.oldest(account.id, 1))).toEqual([b])
    })

    test('takes none as well as many', async () => {
      const { run, account, events, listenTo } = await openHouse()
      await listenTo('contacts.group.opted_in')
      await run((stores) => stores.events.append(account.id, []))
      const many = Array.from({ length: 100 }, () => anEvent({ account: account.id }))
      await run((stores) => stores.events.append(account.id, many))
      expect(await events()).toEqual(many)
    })
  })
}
