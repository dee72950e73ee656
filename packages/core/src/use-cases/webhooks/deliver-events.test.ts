import { NOW, WEBHOOK_SECRET, aWebhookResponse, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { RETRY_DELAYS_MS } from '../../model/webhooks/delivery-retries.js'
import { FAILING_MAX_MS } from '../../model/webhooks/endpoint-health.js'

const open = () => webhookFixture(inMemory({ now: NOW }))

describe('an event', () => {
  test('is posted with the id that is in its body, signed with the secret of the endpoint', async () => {
    const { hook, happen, relay, work, webhookSender } = await open()
    const endpoint = await hook()
    const [event] = await happen()
    await relay()
    await work()
    const body = { id: event!.id, type: event!.type, timestamp: NOW.toISOString(), data: event!.data }
    expect(webhookSender.posts).toEqual([
      { url: endpoint.url, id: event!.id, at: NOW, body: JSON.stringify(body), secrets: [WEBHOOK_SECRET] },
    ])
  })

  test('is stored as delivered, with the attempt, and not posted again', async () => {
    const { hook, happen, relay, work, find, webhookSender, clock } = await open()
    const endpoint = await hook()
    const [event] = await happen()
    webhookSender.answerBy(async () => {
      clock.advance(120)
      return aWebhookResponse(200, 'thanks')
    })
    await relay()
    await work()
    clock.advance(10 ** 9)
    await work()
    const found = await find(endpoint, event!.id)
    expect(found).toMatchObject({ delivery: { status: 'delivered', tries: 1, attempts: 1, nextAt: null } })
    const response = { kind: 'answered', status: 200, retryAfterMs: null, excerpt: 'thanks' }
    expect(found!.attempts).toEqual([{ number: 1, at: NOW, tookMs: 120, answer: response }])
    expect(webhookSender.posts).toHaveLength(1)
  })

  test('is posted on each try with the same id and body, and with the time of the try', async () => {
    const { hook, happen, relay, work, webhookSender, clock, nextAt } = await open()
    const endpoint = await hook()
    await happen()
    await relay()
    webhookSender.nextAnswers.push(aWebhookResponse(500), aWebhookResponse(302), aWebhookResponse(404))
    for (let i = 0; i < 4; i++) {
      await work()
      clock.set((await nextAt(endpoint)) ?? clock.now())
    }
    const { posts } = webhookSender
    expect(posts).toHaveLength(4)
    expect(new Set(posts.map(({ id }) => id)).size).toBe(1)
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1)
    expect(new Set(posts.map(({ at }) => at.getTime())).size).toBe(4)
  })

  test('that cannot be posted because the secret cannot be unsealed is retried like any failed event', async () => {
    const { hook, happen, relay, work, find, webhookSender, failures } = await open()
    const endpoint = await hook({ sealedSecret: 'sealed under another secret of the service' })
    const [event] = await happen()
    await relay()
    await work()
    expect(webhookSender.posts).toEqual([])
    expect(failures).toEqual([])
    const unreachable = { kind: 'unanswered', reason: 'unreachable' }
    expect(await find(endpoint, event!.id)).toMatchObject({
      delivery: { status: 'pending', tries: 1 },
      attempts: [{ answer: unreachable }],
    })
  })

  test('that cannot be posted does not count as a failure of the endpoint, however long this lasts', async () => {
    const { hook, happen, relay, work, find, stored, nextAt, change, clock, secrets, webhookSender } = await open()
    const sealedSecret = 'sealed under another secret of the service'
    const endpoint = await hook({ sealedSecret, isSlow: true })
    const [event] = await happen()
    await relay()
    await work()
    const dueAt = (await nextAt(endpoint))!
    expect(dueAt.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(RETRY_DELAYS_MS[0])
    clock.advance(FAILING_MAX_MS)
    await happen()
    await relay()
    await work()
    expect(await stored(endpoint)).toEqual(endpoint)
    await change(endpoint, { sealedSecret: secrets.seal(WEBHOOK_SECRET) })
    clock.advance(1.1 * RETRY_DELAYS_MS[1])
    await work()
    expect(webhookSender.posts.map(({ id }) => id)).toContain(event!.id)
    const attempts = [
      { answer: { kind: 'unanswered' } },
      { answer: { kind: 'unanswered' } },
      { answer: { status: 204 } },
    ]
    expect(await find(endpoint, event!.id)).toMatchObject({ delivery: { status: 'delivered', attempts: 3 }, attempts })
  })

  test('is settled whatever the response contains: characters that cannot be stored are replaced', async () => {
    const { hook, happen, relay, work, find, webhookSender } = await open()
    const endpoint = await hook()
    const [event] = await happen()
    webhookSender.nextAnswers.push(aWebhookResponse(500, 'a\0\ud800'))
    await relay()
    await work()
    const response = { status: 500, excerpt: 'a\ufffd\ufffd' }
    expect((await find(endpoint, event!.id))!.attempts).toMatchObject([{ answer: response }])
  })
})
