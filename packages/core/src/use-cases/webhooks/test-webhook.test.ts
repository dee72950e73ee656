import { NOW, aWebhookResponse, unacknowledgedCommits, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { TestWebhook } from './test-webhook.js'

async function open(given: Partial<WebhookEndpoint> = {}) {
  const fixture = await webhookFixture(inMemory({ now: NOW }))
  const { account, ids, clock, unitOfWork } = fixture
  const endpoint = await fixture.hook(given)
  const name = { accountName: account.name, id: endpoint.id }
  const send = (one: Partial<typeof name> | { id: string } = {}, of: UnitOfWork = unitOfWork) =>
    new TestWebhook({ unitOfWork: of, clock, ids }).execute({ ...name, ...one })
  return { ...fixture, endpoint, send }
}

describe('a test event', () => {
  test('is posted only to its endpoint, and contains the id of the endpoint', async () => {
    const { send, hook, endpoint, work, webhookSender } = await open()
    await hook({ url: 'https://other.example.com' })
    const { event } = await send()
    await work()
    expect(webhookSender.posts).toMatchObject([{ url: endpoint.url, id: event }])
    expect(JSON.parse(webhookSender.posts[0]!.body)).toEqual({
      id: event,
      type: 'webhook.test',
      timestamp: NOW.toISOString(),
      data: { endpoint: { id: endpoint.id }, message: expect.stringMatching(/^This is a test/) },
    })
  })

  test('is retried like any other, and is in the log', async () => {
    const { send, endpoint, work, webhookSender, clock, nextAt, find } = await open()
    webhookSender.nextAnswers.push(aWebhookResponse(500))
    const { event } = await send()
    await work()
    clock.set((await nextAt(endpoint))!)
    await work()
    const found = await find(endpoint, event)
    expect(found).toMatchObject({ delivery: { type: 'webhook.test', status: 'delivered', attempts: 2 } })
  })

  test('is posted while other deliveries wait for a retry', async () => {
    const { send, happen, relay, work, webhookSender } = await open()
    webhookSender.nextAnswers.push(aWebhookResponse(500))
    await happen()
    await relay()
    await work()
    await send()
    await work()
    expect(webhookSender.posts).toHaveLength(2)
  })

  test('is created once, with the id that is returned, if its commit is not acknowledged', async () => {
    const { send, work, webhookSender, unitOfWork, deliveries, endpoint } = await open()
    const unacknowledged = unacknowledgedCommits(unitOfWork)
    unacknowledged.loseReplies()
    const { event } = await send({}, unacknowledged)
    await work()
    expect(webhookSender.posts).toMatchObject([{ id: event }])
    expect(await deliveries(endpoint)).toHaveLength(1)
  })

  test.each(['operator', 'gone', 'failing'] as const)('is refused if the endpoint is disabled: %s', async (reason) => {
    const { send, deliveries, endpoint, claim } = await open({ disabled: { at: NOW, reason } })
    await expect(send()).rejects.toMatchObject({ code: 'webhook-endpoint-disabled' })
    expect([await deliveries(endpoint), await claim()]).toEqual([[], []])
  })

  test('is refused for an unknown endpoint or account', async () => {
    const { send } = await open()
    await expect(send({ id: 'whk_' })).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
    await expect(send({ accountName: 'Nobody' })).rejects.toMatchObject({ code: 'account-not-found' })
  })
})
