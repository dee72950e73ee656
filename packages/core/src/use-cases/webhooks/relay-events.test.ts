import {
  NOW,
  aWebhookEndpoint,
  after,
  overridden,
  overriddenStores,
  unacknowledgedCommits,
  webhookFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import { RelayEvents } from './relay-events.js'

const open = () => webhookFixture(inMemory({ now: NOW }))

/** Records the order in which accounts are served. `fails` is an account whose events cannot be relayed. */
function watched(unitOfWork: UnitOfWork, fails: AccountId | null = null) {
  const served: AccountId[] = []
  const watching = overriddenStores(unitOfWork, ({ deliveries }) => {
    const fanOut: typeof deliveries.fanOut = async (account, options) => {
      served.push(account)
      if (account === fails) throw new Error('This account cannot be served')
      return deliveries.fanOut(account, { ...options, eventsMax: 1 })
    }
    return { deliveries: overridden(deliveries, { fanOut }) }
  })
  return { served, unitOfWork: watching }
}

describe('relaying', () => {
  test('creates a delivery for each subscribed endpoint, due at once, and schedules its job', async () => {
    const { hook, happen, relay, deliveries, claim } = await open()
    const [one, other] = [await hook(), await hook()]
    const events = await happen(3)
    expect(await relay()).toBe(3)
    for (const endpoint of [one, other]) {
      const made = await deliveries(endpoint)
      expect(made.map(({ event }) => event).sort()).toEqual(events.map(({ id }) => id))
      for (const delivery of made) expect(delivery).toMatchObject({ status: 'pending', tries: 0, nextAt: NOW })
    }
    const jobs = [one, other].map(({ id }) => ({ payload: { endpoint: id }, runAt: NOW }))
    expect(await claim()).toMatchObject(jobs)
  })

  test('skips an endpoint that does not subscribe to the type', async () => {
    const { hook, happen, relay, deliveries, claim } = await open()
    const [unsubscribed, subscribed] = [await hook({ events: ['contacts.group.opted_out'] }), await hook()]
    await happen(1, { type: 'contacts.group.opted_in' })
    await relay()
    expect([await deliveries(unsubscribed), await deliveries(subscribed)]).toMatchObject([[], [{}]])
    expect(await claim()).toMatchObject([{ payload: { endpoint: subscribed.id } }])
  })

  test('skips a disabled endpoint, and keeps the events for a replay', async () => {
    const { hook, happen, relay, deliveries, claim, run } = await open()
    const off = await hook({ disabled: { at: NOW, reason: 'operator' } })
    const [event] = await happen()
    expect(await relay()).toBe(1)
    expect([await deliveries(off), await claim()]).toEqual([[], []])
    const replayed = await run((stores) => stores.deliveries.replay(off, { event: event!.id }, { now: NOW, limit: 1 }))
    expect(replayed).toBe(1)
  })

  test('moves no event twice, even if a commit is not acknowledged', async () => {
    const { hook, happen, unitOfWork, clock, relay, work, webhookSender } = await open()
    await hook()
    const events = await happen(2)
    const unacknowledged = unacknowledgedCommits(unitOfWork)
    unacknowledged.loseReplies()
    await new RelayEvents({ unitOfWork: unacknowledged, clock }).execute()
    expect(await relay()).toBe(0)
    await work()
    expect(webhookSender.posts.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  test('with several concurrent workers moves each event once', async () => {
    const { hook, happen, unitOfWork, clock, work, webhookSender } = await open()
    await hook()
    for (let i = 0; i < 20; i++) await happen()
    const workers = Array.from({ length: 4 }, () => new RelayEvents({ unitOfWork, clock }))
    const relayed = await Promise.all(workers.map((one) => one.execute()))
    expect(relayed.reduce((sum, count) => sum + count)).toBe(20)
    await work()
    expect(new Set(webhookSender.posts.map(({ id }) => id)).size).toBe(20)
    expect(webhookSender.posts).toHaveLength(20)
  })

  test('makes a waiting job due at once, and leaves it in its lane', async () => {
    const { hook, happen, relay, work, webhookSender, clock, change, nextAt } = await open()
    const endpoint = await hook()
    webhookSender.nextAnswers.push({ kind: 'answered', status: 500, retryAfterMs: 60_000, excerpt: '' })
    await happen()
    await relay()
    await work()
    expect((await nextAt(endpoint))!.getTime()).toBeGreaterThanOrEqual(after(60).getTime())
    await change(endpoint, { isSlow: true })
    clock.advance(10_000)
    await happen()
    await relay()
    await work()
    expect(webhookSender.posts).toHaveLength(2)
  })

  test('puts the job of a slow endpoint into the slow lane', async () => {
    const { hook, happen, relay, claim } = await open()
    const slow = await hook({ isSlow: true })
    await happen()
    await relay()
    expect(await claim('webhooks')).toEqual([])
    expect(await claim('slow-webhooks')).toMatchObject([{ payload: { endpoint: slow.id } }])
  })

  test('returns 0 without events', async () => {
    const { hook, relay } = await open()
    await hook()
    expect(await relay()).toBe(0)
  })
})

describe('waiting accounts', () => {
  /** Opens three accounts, each with the given number of events, each event added in a separate unit of work. */
  async function openThree(many: number) {
    const fixture = await open()
    const accounts = [fixture.account, await fixture.neighbour(), await fixture.neighbour()].map(({ id }) => id)
    for (const account of accounts) {
      await fixture.run(({ webhookEndpoints }) => webhookEndpoints.put(aWebhookEndpoint({ account })))
      for (let i = 0; i < many; i++) await fixture.happen(1, { account })
    }
    return { ...fixture, accounts: accounts.toSorted() }
  }

  test('are served in turn, whatever the number of their events', async () => {
    const { accounts, happen, unitOfWork, clock } = await openThree(1)
    for (let i = 0; i < 3; i++) await happen(1, { account: accounts[0]! })
    const { served, unitOfWork: slowly } = watched(unitOfWork)
    const relay = new RelayEvents({ unitOfWork: slowly, clock })
    const moved = [await relay.execute(), await relay.execute(), await relay.execute()]
    expect(moved).toEqual([3, 1, 1])
    expect(served).toEqual([...accounts, accounts[0], accounts[0]])
  })

  test('are served even if another account fails', async () => {
    const { accounts, unitOfWork, clock } = await openThree(1)
    const [first, second, third] = accounts as [AccountId, AccountId, AccountId]
    const { served, unitOfWork: failing } = watched(unitOfWork, second)
    const relay = new RelayEvents({ unitOfWork: failing, clock })
    await expect(relay.execute()).rejects.toThrow('cannot be served')
    await expect(relay.execute()).rejects.toThrow('cannot be served')
    expect(served).toEqual([first, second, third, second])
  })
})
