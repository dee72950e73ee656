import { NOW, aWebhookResponse, ids } from '@carillon/contracts'
import type { WebhookResponse, WebhookPost } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { inMemory } from '../in-memory.js'

const DEADLINE = { deadlineMs: 15_000 }

function aPost(given: Partial<WebhookPost> = {}): WebhookPost {
  return { url: 'https://example.com', id: ids.next('evt'), at: NOW, body: '{}', secrets: ['whsec_'], ...given }
}

describe('RecordingWebhookSender', () => {
  test('keeps every post in order, and responds with 204 by default', async () => {
    const { webhookSender } = inMemory()
    const [one, other] = [aPost(), aPost()]
    expect(await webhookSender.post(one, DEADLINE)).toEqual(aWebhookResponse(204))
    expect(await webhookSender.post(other, DEADLINE)).toEqual(aWebhookResponse(204))
    expect(webhookSender.posts).toEqual([one, other])
  })

  test('responds with the queued responses first, then by the rule', async () => {
    const { webhookSender } = inMemory()
    webhookSender.answerBy(({ url }) => aWebhookResponse(url.endsWith('/gone') ? 410 : 200))
    webhookSender.nextAnswers.push(aWebhookResponse(503), aWebhookResponse(429))
    const statuses = []
    for (const url of ['https://a.example/gone', 'https://b.example', 'https://a.example/gone', 'https://b.example']) {
      statuses.push(await webhookSender.post(aPost({ url }), DEADLINE))
    }
    expect(statuses).toEqual([503, 429, 410, 200].map((status) => aWebhookResponse(status)))
  })

  test('times out a response after the deadline on the test clock, and waits for an earlier response', async () => {
    const { clock, timer, webhookSender } = inMemory()
    webhookSender.answerBy(({ body }) => timer.wait(Number(body)).then(() => aWebhookResponse(200)))
    const quick = webhookSender.post(aPost({ body: '14999' }), DEADLINE)
    const slow = webhookSender.post(aPost({ body: '15001' }), DEADLINE)
    clock.advance(14_999)
    expect(await quick).toEqual(aWebhookResponse(200))
    clock.advance(1)
    expect(await slow).toEqual({
      kind: 'unanswered',
      reason: 'timeout',
      message: 'It gave no answer within 15000 ms',
    })
  })

  test.each([
    ['throws', () => never()],
    ['rejects', () => Promise.reject<WebhookResponse>(new Error('Broken'))],
  ])('resolves even if the rule %s', async (_, rule) => {
    const { webhookSender } = inMemory()
    webhookSender.answerBy(rule)
    const unreachable = { kind: 'unanswered', reason: 'unreachable', message: 'Error: Broken' }
    expect(await webhookSender.post(aPost(), DEADLINE)).toEqual(unreachable)
  })

  test('resolves untilPosted at the given number of posts, even without responses', async () => {
    const { webhookSender } = inMemory()
    webhookSender.answerBy(() => new Promise(() => {}))
    const two = webhookSender.untilPosted(2).then(() => webhookSender.posts.length)
    for (let n = 0; n < 3; n++) void webhookSender.post(aPost(), DEADLINE)
    expect(await two).toBe(3)
    await webhookSender.untilPosted(1)
  })
})

function never(): WebhookResponse {
  throw new Error('Broken')
}
