import { NOW, after, aWebhookResponse, postingFixture, waitUntil, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'

const openWith = (many: number, given?: Partial<WebhookEndpoint>) =>
  postingFixture(inMemory({ now: NOW }), { many, ...given })

const open = () => webhookFixture(inMemory({ now: NOW }))

describe('the job of an endpoint', () => {
  test('begins no post after 3 seconds, and is due again at once if more deliveries are due', async () => {
    const { begin, responses, webhookSender, clock, claim, endpoint } = await openWith(40)
    const ended = begin()
    await webhookSender.untilPosted(32)
    clock.advance(3_001)
    responses.respond()
    await ended
    expect(webhookSender.posts).toHaveLength(32)
    expect(await claim('slow-webhooks')).toMatchObject([{ payload: { endpoint: endpoint.id }, runAt: NOW, attempt: 1 }])
  })

  test('is rescheduled for the next due retry', async () => {
    const { begin, responses, webhookSender, claim, clock, nextAt, endpoint } = await openWith(1)
    const ended = begin()
    await webhookSender.untilPosted(1)
    responses.respond(500)
    await ended
    const next = (await nextAt(endpoint))!
    clock.set(new Date(next.getTime() - 1))
    expect(await claim()).toEqual([])
    clock.set(next)
    expect(await claim()).toMatchObject([{ runAt: next }])
  })

  test('is deleted if no delivery is pending', async () => {
    const { begin, responses, webhookSender, claim, clock } = await openWith(1)
    const ended = begin()
    await webhookSender.untilPosted(1)
    responses.respond()
    await ended
    clock.advance(10 ** 9)
    expect([...(await claim()), ...(await claim('slow-webhooks'))]).toEqual([])
  })

  test('also posts events that arrive while it runs', async () => {
    const { begin, responses, webhookSender, happen, relay, statuses } = await openWith(2)
    const ended = begin()
    await webhookSender.untilPosted(2)
    await happen()
    await relay()
    responses.respond(204, responses.waiting()[0]!.id)
    await webhookSender.untilPosted(3)
    responses.respond()
    await ended
    expect(await statuses()).toEqual(Array(3).fill('delivered'))
  })

  test('of an endpoint that does not respond does not delay other endpoints', async () => {
    const { hook, happen, relay, worker, webhookSender, deliveries } = await open()
    const statusesOf = async (one: WebhookEndpoint) => (await deliveries(one)).map(({ status }) => status)
    const [dead, good] = [await hook({ url: 'https://dead.example.com' }), await hook()]
    await happen(3)
    await relay()
    webhookSender.answerBy(({ url }) => (url === dead.url ? new Promise(() => {}) : aWebhookResponse(204)))
    void worker().round('webhooks')
    await waitUntil(async () => (await statusesOf(good)).every((status) => status === 'delivered'))
    expect(await statusesOf(dead)).toEqual(Array(3).fill('pending'))
  })
})

describe('the lane of slow endpoints', () => {
  /** Makes the endpoint take the given time to respond from now on. */
  const taking = (fixture: Awaited<ReturnType<typeof open>>, tookMs: number) =>
    fixture.webhookSender.answerBy(async () => {
      fixture.clock.advance(tookMs)
      return aWebhookResponse(204)
    })

  test('contains the endpoints that took longer than 2 s, until they respond faster', async () => {
    const fixture = await open()
    const { hook, happen, relay, stored, claim, worker } = fixture
    const endpoint = await hook()
    const burst = async (lane: 'webhooks' | 'slow-webhooks') => {
      await happen()
      await relay()
      await worker().deliver((await claim(lane))[0]!)
      return (await stored(endpoint))!.isSlow
    }
    taking(fixture, 2_000)
    expect(await burst('webhooks')).toBe(false)
    taking(fixture, 2_001)
    expect(await burst('webhooks')).toBe(true)
    expect(await burst('slow-webhooks')).toBe(true)
    taking(fixture, 1)
    expect(await burst('slow-webhooks')).toBe(false)
    expect(await burst('webhooks')).toBe(false)
  })

  test('keeps an endpoint without a new measurement', async () => {
    const { hook, run, claim, worker, stored, happen, relay, deliveries } = await open()
    const endpoint = await hook({ isSlow: true })
    await happen()
    await relay()
    const [delivery] = await deliveries(endpoint)
    const response = aWebhookResponse(204)
    const ended = { status: 'delivered', tries: 1, attempts: 1, nextAt: null, endedAt: NOW } as const
    const tried = { after: { ...delivery!, ...ended }, attempt: { number: 1, at: NOW, tookMs: 1, answer: response } }
    await run((stores) => stores.deliveries.settle(endpoint.account, [tried]))
    await worker().deliver((await claim('slow-webhooks'))[0]!)
    expect(await stored(endpoint)).toMatchObject({ isSlow: true })
  })

  test('contains the retries of an endpoint that failed slowly', async () => {
    const fixture = await open()
    const { hook, happen, relay, work, clock, claim, nextAt, webhookSender } = fixture
    const endpoint = await hook()
    await happen()
    await relay()
    webhookSender.answerBy(async () => {
      clock.advance(15_000)
      return { kind: 'unanswered', reason: 'timeout', message: 'too late' }
    })
    await work()
    clock.set((await nextAt(endpoint))!)
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(after(20).getTime())
    expect(await claim('webhooks')).toEqual([])
    expect(await claim('slow-webhooks')).toHaveLength(1)
  })
})
