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
    const { begin, hand, webhookSender, statuses } = await openWith(most + 10, given)
    const ended = begin()
    await webhookSender.untilPosted(most)
    expect(hand.waiting()).toHaveLength(most)
    hand.answer(
      204,
      ...hand
        .waiting()
        .slice(0, 3)
        .map(({ id }) => id),
    )
    await webhookSender.untilPosted(most + 3)
    expect(hand.waiting()).toHaveLength(most)
    hand.answer()
    await webhookSender.untilPosted(most + 10)
    hand.answer()
    await ended
    expect(new Set(await statuses())).toEqual(new Set(['delivered']))
    expect(webhookSender.posts).toHaveLength(most + 10)
  })

  test('are refilled as soon as one succeeds, even while results are being stored, but after a failure only once it is stored', async () => {
    const { begin, hand, webhookSender, run, statuses } = await openWith(40)
    const ended = begin()
    await webhookSender.untilPosted(32)
    let release = () => {}
    const storing = run(() => new Promise<void>((resolve) => (release = resolve)))
    const [taken, failed] = hand.waiting().map(({ id }) => id)
    hand.answer(204, taken!)
    await webhookSender.untilPosted(33)
    hand.answer(500, failed!)
    await nextTick()
    expect(hand.waiting()).toHaveLength(31)
    release()
    await storing
    await webhookSender.untilPosted(34)
    await hand.answerAll()
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
    const { begin, hand, webhookSender, statuses, happen, relay } = await openWith(40)
    const ended = begin()
    await webhookSender.untilPosted(32)
    for (let i = 0; i < 40; i++) {
      const [one] = hand.waiting().slice(i % 3)
      if (one === undefined) break
      hand.answer(204, one.id)
      if (i % 4 === 0) await happen()
      if (i % 8 === 0) await relay()
    }
    await hand.answerAll()
    await ended
    const posted = webhookSender.posts.map(({ id }) => id)
    expect(new Set(posted).size).toBe(posted.length)
    expect((await statuses()).slice(0, 40)).toEqual(Array(40).fill('delivered'))
  })
})

describe('a response', () => {
  test('is stored when it arrives: a slow one delays no other', async () => {
    const { begin, hand, webhookSender, told, statuses, find, endpoint } = await openWith(5)
    const ended = begin()
    await webhookSender.untilPosted(5)
    const [slow, ...quick] = told
    hand.answer(204, ...quick)
    await waitUntil(async () => (await statuses()).filter((status) => status === 'delivered').length === 4)
    expect((await find(endpoint, slow!))!.delivery).toMatchObject({ status: 'pending', attempts: 0 })
    hand.answer(204, slow!)
    await ended
    expect(await statuses()).toEqual(Array(5).fill('delivered'))
  })

  test('that arrives while others are stored is not lost, and its event is not posted again', async () => {
    const { told, hand, unitOfWork, claim, worker, webhookSender, statuses } = await openWith(2)
    const [first, second] = told as [(typeof told)[0], (typeof told)[0]]
    let isAnswered = false
    const settle =
      (deliveries: DeliveryStore) =>
      async (...tried: Parameters<DeliveryStore['settle']>) => {
        await deliveries.settle(...tried)
        if (isAnswered) return
        isAnswered = true
        hand.answer(204, second)
        await nextTick()
      }
    const answering = overriddenStores(unitOfWork, ({ deliveries }) => ({
      deliveries: overridden(deliveries, { settle: settle(deliveries) }),
    }))
    const [job] = await claim()
    const ended = worker({ unitOfWork: answering }).deliver(job!)
    await webhookSender.untilPosted(2)
    hand.answer(204, first)
    await ended
    expect(webhookSender.posts).toHaveLength(2)
    expect(await statuses()).toEqual(['delivered', 'delivered'])
  })
})
