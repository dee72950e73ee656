import {
  NOW,
  after,
  overridden,
  overriddenStores,
  aWebhookResponse,
  unacknowledgedCommits,
  webhookFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { REPLAYED_MAX, ReplayEvents, type EventsToReplay } from './replay-events.js'
import { TestWebhook } from './test-webhook.js'

async function open(given: Partial<WebhookEndpoint> = {}) {
  const fixture = await webhookFixture(inMemory({ now: NOW }))
  const { account, clock, unitOfWork, happen, relay, work } = fixture
  const endpoint = await fixture.hook(given)
  const name = { accountName: account.name, id: endpoint.id as string }
  return {
    ...fixture,
    endpoint,
    name,
    replay: (which: EventsToReplay, one: Partial<typeof name> = {}, of: UnitOfWork = unitOfWork) =>
      new ReplayEvents({ unitOfWork: of, clock }).execute({ ...name, which, ...one }),
    /** Adds an event `seconds` after NOW, to which the endpoint responds with the status. */
    past: async (seconds: number, status = 204) => {
      clock.set(after(seconds))
      fixture.webhookSender.nextAnswers.push(aWebhookResponse(status))
      const [event] = await happen()
      await relay()
      await work()
      return event!.id
    },
    posted: () => fixture.webhookSender.posts.map(({ id }) => id),
  }
}

const ALL = { from: NOW, to: after(3_600) }

describe('a replay of one event', () => {
  test('posts it again, even if it was delivered', async () => {
    const { replay, past, work, posted, find, endpoint } = await open()
    const event = await past(0)
    await past(1)
    expect(await replay({ event })).toBe(1)
    await work()
    expect(posted().filter((id) => id === event)).toHaveLength(2)
    expect(await find(endpoint, event)).toMatchObject({ delivery: { status: 'delivered', tries: 1, attempts: 2 } })
  })

  test('posts it at once if it waits for its next try', async () => {
    const { replay, past, work, posted } = await open()
    const event = await past(0, 500)
    await work()
    expect(await replay({ event })).toBe(1)
    await work()
    expect(posted()).toEqual([event, event])
  })

  test('posts it even to an endpoint that was added after the event', async () => {
    const { replay, past, work, hook, webhookSender, account } = await open()
    const event = await past(0)
    const late = await hook({ url: 'https://late.example.com' })
    expect(await replay({ event }, { id: late.id })).toBe(1)
    await work()
    expect(webhookSender.posts.at(-1)).toMatchObject({ url: late.url, id: event })
    expect(account.id).toBe(late.account)
  })

  test.each(['', 'evt_', `evt_${'0'.repeat(26)}`, 'evt_\0'])(
    'is refused if the event is not stored: %j',
    async (event) => {
      const { replay, past } = await open()
      await past(0)
      await expect(replay({ event })).rejects.toMatchObject({ code: 'webhook-delivery-not-found' })
    },
  )

  test('posts a test event again, only to its own endpoint', async () => {
    const { replay, work, posted, name, hook, ...fixture } = await open()
    const { event } = await new TestWebhook(fixture).execute(name)
    await work()
    const other = await hook({ url: 'https://other.example.com' })
    await expect(replay({ event }, { id: other.id })).rejects.toMatchObject({ code: 'webhook-delivery-not-found' })
    expect(await replay({ event })).toBe(1)
    await work()
    expect(posted()).toEqual([event, event])
    expect(await replay({ from: NOW, to: after(1) })).toBe(0)
  })

  test('is refused if the endpoint does not subscribe to its type', async () => {
    const { replay, past, hook } = await open()
    const event = await past(0)
    const unsubscribed = await hook({ events: ['link.clicked'] })
    await expect(replay({ event }, { id: unsubscribed.id })).rejects.toMatchObject({
      code: 'webhook-delivery-not-found',
    })
  })

  test('is refused if the event belongs to another account', async () => {
    const { replay, happen, hook, relay, neighbour } = await open()
    const { id: account } = await neighbour()
    await hook({ account })
    const [theirs] = await happen(1, { account })
    await relay()
    await expect(replay({ event: theirs!.id })).rejects.toMatchObject({ code: 'webhook-delivery-not-found' })
  })
})

describe('a replay of a time span', () => {
  test('posts all events from its start up to, but excluding, its end, and returns their number', async () => {
    const { replay, past, work, posted } = await open()
    const events = [await past(0), await past(1), await past(2), await past(3)]
    expect(await replay({ from: after(1), to: after(3) })).toBe(2)
    await work()
    expect(posted().slice(4)).toEqual([events[1], events[2]])
  })

  test('with a status posts only deliveries with that status', async () => {
    const { replay, past, work, posted, run, deliveries, endpoint } = await open()
    const good = await past(0)
    const bad = await past(1, 500)
    const [failing] = await deliveries(endpoint)
    const ended = { ...failing!, status: 'failed', tries: 2, attempts: 2, nextAt: null, endedAt: after(1) } as const
    const attempt = { number: 2, at: after(1), tookMs: 1, answer: aWebhookResponse(500) }
    await run((stores) => stores.deliveries.settle(endpoint.account, [{ after: ended, attempt }]))
    expect(await replay({ ...ALL, status: 'failed' })).toBe(1)
    await work()
    expect(posted()).toEqual([good, bad, bad])
    expect(await replay({ ...ALL, status: 'failed' })).toBe(0)
  })

  test('without a status includes events that the endpoint missed while it was disabled', async () => {
    const { replay, past, change, endpoint, work, posted, happen, relay } = await open()
    await past(0)
    await change(endpoint, { disabled: { at: NOW, reason: 'operator' } })
    const [missed] = await happen()
    await relay()
    await change(endpoint, { disabled: null })
    expect(await replay({ from: after(0), to: after(1), status: null })).toBe(2)
    await work()
    expect(posted()).toContain(missed!.id)
  })

  test('without events returns 0', async () => {
    const { replay, past } = await open()
    await past(0)
    expect(await replay({ from: after(5), to: after(6) })).toBe(0)
  })

  test.each([0, -1])('that ends %i ms after it begins is refused', async (ms) => {
    const { replay } = await open()
    const refused = { code: 'invalid-input', details: { fields: [{ field: 'from' }] } }
    const to = new Date(NOW.getTime() + ms)
    await expect(replay({ from: NOW, to })).rejects.toMatchObject(refused)
  })

  test('of more than 100,000 events is refused, with advice, and none is posted', async () => {
    const { replay, past, unitOfWork, work, posted } = await open()
    await past(0)
    const limits: number[] = []
    const withTooMany = overriddenStores(unitOfWork, ({ deliveries }) => {
      const tooMany: typeof deliveries.replay = async (endpoint, which, options) => {
        limits.push(options.limit)
        return deliveries.replay(endpoint, which, { ...options, limit: 0 })
      }
      return { deliveries: overridden(deliveries, { replay: tooMany }) }
    })
    const refused = { code: 'too-many-to-replay', details: { limit: 100_000 } }
    const replayed = replay(ALL, {}, withTooMany)
    await expect(replayed).rejects.toMatchObject({ ...refused, message: expect.stringContaining('shorter time spans') })
    expect(limits).toEqual([REPLAYED_MAX])
    await work()
    expect(posted()).toHaveLength(1)
  })

  test('returns the number of events even if its commit is not acknowledged', async () => {
    const { replay, past, unitOfWork, work, posted } = await open()
    for (const seconds of [0, 1, 2]) await past(seconds)
    const unacknowledged = unacknowledgedCommits(unitOfWork)
    unacknowledged.loseReplies()
    expect(await replay({ ...ALL, status: 'delivered' }, {}, unacknowledged)).toBe(3)
    await work()
    expect(posted()).toHaveLength(6)
  })
})

describe('nothing is replayed', () => {
  test('to a disabled endpoint', async () => {
    const { replay, past, change, endpoint, claim } = await open()
    const event = await past(0)
    await change(endpoint, { disabled: { at: NOW, reason: 'failing' } })
    for (const which of [{ event }, { event: '' }, ALL]) {
      await expect(replay(which)).rejects.toMatchObject({ code: 'webhook-endpoint-disabled' })
    }
    expect(await claim()).toEqual([])
  })

  test('to an unknown endpoint or account', async () => {
    const { replay } = await open()
    await expect(replay(ALL, { id: 'whk_' })).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
    await expect(replay(ALL, { accountName: 'Nobody' })).rejects.toMatchObject({ code: 'account-not-found' })
  })
})
