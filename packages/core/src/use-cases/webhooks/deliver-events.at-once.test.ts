import {
  NOW,
  overridden,
  overriddenStores,
  aWebhookResponse,
  nextTick,
  postingFixture,
  waitUntil,
  webhookFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { DeliveryStore } from '../../model/webhooks/delivery-store.js'
import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'

const openWith = (many: number, given?: Partial<WebhookEndpoint>) =>
  postingFixture(inMemory({ now: NOW }), { many, ...given })

const open = () => webhookFixture(inMemory({ now: NOW }))

describe('concurrent posts', () => {
  test.each([
    [32, { isSlow: false }],
    [8, { isSlow: true }],
  ])('are limited to %i for an endpoint with %j', async (most, given) => {
    const { begin, responses, webhookSender, statuses } = await openWith(most + 10, given)
    const ended = begin()
    await webhookSender.untilPosted(most)
    expect(responses.waiting()).toHaveLength(most)
    responses.respond(
      204,
      ...responses
        .waiting()
        .slice(0, 3)
        .map(({ id }) => id),
    )
    await webhookSender.untilPosted(most + 3)
    expect(responses.waiting()).toHaveLength(most)
    responses.respond()
    await webhookSender.untilPosted(most + 10)
    responses.respond()
    await ended
    expect(new Set(await statuses())).toEqual(new Set(['delivered']))
    expect(webhookSender.posts).toHaveLength(most + 10)
  })

  test('are replaced at once if they succeed, even while results are stored; a failure is stored first', async () => {
    const { begin, responses, webhookSender, run, statuses } = await openWith(40)
    const ended = begin()
    await webhookSender.untilPosted(32)
    let release = () => {}
    const storing = run(() => new Promise<void>((resolve) => (release = resolve)))
    const [taken, failed] = responses.waiting().map(({ id }) => id)
    responses.respond(204, taken!)
    await webhookSender.untilPosted(33)
    responses.respond(500, failed!)
    await nextTick()
    expect(responses.waiting()).toHaveLength(31)
    release()
    await storing
    await webhookSender.untilPosted(34)
    await responses.respondAll()
    await ended
    expect((await statuses()).filter((status) => status === 'delivered')).toHaveLength(39)
  })

  test('begin with the deliveries that are overdue the longest', async () => {
    const { hook, happen, relay, webhookSender, clock, work, nextAt } = await open()
    const endpoint = await hook()
    const [late] = await happen()
    webhookSender.nextAnswers.push(aWebhookResponse(500))
    await relay()
    await work()
    clock.set((await nextAt(endpoint))!)
    const [soon] = await happen()
    clock.advance(1)
    await relay()
    await work()
    expect(webhookSender.posts.map(({ id }) => id)).toEqual([late!.id, late!.id, soon!.id])
  })

  test('are never made twice for one event, in whatever order the responses arrive', async () => {
    const { begin, responses, webhookSender, statuses, happen, relay } = await openWith(40)
    const ended = begin()
    await webhookSender.untilPosted(32)
    for (let i = 0; i < 40; i++) {
      const [one] = responses.waiting().slice(i % 3)
      if (one === undefined) break
      responses.respond(204, one.id)
      if (i % 4 === 0) await happen()
      if (i % 8 === 0) await relay()
    }
    await responses.respondAll()
    await ended
    const posted = webhookSender.posts.map(({ id }) => id)
    expect(new Set(posted).size).toBe(posted.length)
    expect((await statuses()).slice(0, 40)).toEqual(Array(40).fill('delivered'))
  })
})

describe('a response', () => {
  test('is stored when it arrives: a slow response delays no other response', async () => {
    const { begin, responses, webhookSender, eventIds: emitted, statuses, find, endpoint } = await openWith(5)
    const ended = begin()
    await webhookSender.untilPosted(5)
    const [slow, ...quick] = emitted
    responses.respond(204, ...quick)
    await waitUntil(async () => (await statuses()).filter((status) => status === 'delivered').length === 4)
    expect((await find(endpoint, slow!))!.delivery).toMatchObject({ status: 'pending', attempts: 0 })
    responses.respond(204, slow!)
    await ended
    expect(await statuses()).toEqual(Array(5).fill('delivered'))
  })

  test('that arrives while others are stored is not lost, and its event is not posted again', async () => {
    const { eventIds: emitted, responses, unitOfWork, claim, worker, webhookSender, statuses } = await openWith(2)
    const [first, second] = emitted as [(typeof emitted)[0], (typeof emitted)[0]]
    let isDone = false
    const settle =
      (deliveries: DeliveryStore) =>
      async (...tried: Parameters<DeliveryStore['settle']>) => {
        await deliveries.settle(...tried)
        if (isDone) return
        isDone = true
        responses.respond(204, second)
        await nextTick()
      }
    const failingStores = overriddenStores(unitOfWork, ({ deliveries }) => ({
      deliveries: overridden(deliveries, { settle: settle(deliveries) }),
    }))
    const [job] = await claim()
    const ended = worker({ unitOfWork: failingStores }).deliver(job!)
    await webhookSender.untilPosted(2)
    responses.respond(204, first)
    await ended
    expect(webhookSender.posts).toHaveLength(2)
    expect(await statuses()).toEqual(['delivered', 'delivered'])
  })
})
