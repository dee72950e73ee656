import { anEvent, aWebhookEndpoint, accountFixture, NOW } from '@carillon/contracts'
import type { DeliveryStore, Event, EventId, WebhookEndpoint } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { openTestDatabase, waitForLockWaiters, type TestDatabase } from '../testing/test-database.js'

describe('two concurrent relays of one account', () => {
  const FAN_OUT = { now: NOW, eventsMax: 10 }

  /** An account with an endpoint, and another process on the same database. */
  async function openTwo() {
    const first = await openTestDatabase()
    const second = await first.another()
    const { account, run } = await accountFixture(first)
    const endpoint = aWebhookEndpoint({ account: account.id })
    await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
    const appendOn = ({ unitOfWork }: TestDatabase, ...events: readonly Event[]) =>
      unitOfWork.run((stores) => stores.events.append(account.id, events))
    const append = (...events: readonly Event[]) => appendOn(first, ...events)
    const fanOutOn = ({ unitOfWork }: TestDatabase, meanwhile = async () => {}) =>
      unitOfWork.run(async ({ deliveries }) => {
        const { events } = await deliveries.fanOut(account.id, FAN_OUT)
        await meanwhile()
        return events
      })
    const delivered = () => run(({ deliveries }) => listed(deliveries, endpoint))
    return { first, second, account, append, appendOn, fanOutOn, delivered }
  }

  test('do not wait for each other, and deliver each event once', async () => {
    const { first, second, account, append, fanOutOn, delivered } = await openTwo()
    const events = Array.from({ length: 25 }, () => anEvent({ account: account.id }))
    for (const event of events) await append(event)
    let theirs = -1
    const mine = await fanOutOn(first, async () => {
      theirs = await fanOutOn(second)
    })
    expect([mine, theirs]).toEqual([10, 0])
    expect([await fanOutOn(second), await fanOutOn(first), await fanOutOn(second)]).toEqual([10, 5, 0])
    expect(await delivered()).toEqual(idsOf(events))
  })

  test('leave no event behind if one of them fails', async () => {
    const { first, second, account, append, fanOutOn, delivered } = await openTwo()
    const events = [anEvent({ account: account.id }), anEvent({ account: account.id })]
    for (const event of events) await append(event)
    const givenUp = fanOutOn(first, async () => {
      expect(await fanOutOn(second)).toBe(0)
      throw new Error('Given up')
    })
    await expect(givenUp).rejects.toThrow('Given up')
    expect(await delivered()).toEqual([])
    expect(await fanOutOn(second)).toBe(2)
    expect(await delivered()).toEqual(idsOf(events))
  })

  test('store and deliver an event once, even if they read it from two rows', async () => {
    const { first, second, account, append, appendOn, fanOutOn, delivered } = await openTwo()
    const [event, other] = [anEvent({ account: account.id }), anEvent({ account: account.id })]
    await append(event)
    let theirs = Promise.resolve(-1)
    const mine = await fanOutOn(first, async () => {
      // Older, so that the outbox stores it in another row.
      await appendOn(second, { ...event, at: new Date(NOW.getTime() - 1) }, other)
      theirs = fanOutOn(second)
      await waitForLockWaiters(first)
    })
    expect([mine, await theirs]).toEqual([1, 2])
    expect(await delivered()).toEqual(idsOf([event, other]))
  })
})

async function listed(store: Pick<DeliveryStore, 'list'>, endpoint: WebhookEndpoint) {
  const { results } = await store.list(endpoint, {}, { page: 1, limit: 100 })
  return results.map(({ delivery }) => delivery.event).sort()
}

function idsOf(events: readonly Event[]): readonly EventId[] {
  return events.map(({ id }) => id)
}
