import { ids } from '@carillon/contracts'
import type { WebhookResponse } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from '../testing/fixtures/messaging-fixture.js'
import { openWebhooks, WEBHOOKS } from '../testing/fixtures/webhook-fixture.js'
import type { Json } from '../testing/test-api.js'

const open = () => openWebhooks(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const NOON = '2026-03-01T12:00:00.000Z'
const BUSY: WebhookResponse = { kind: 'answered', status: 503, retryAfterMs: null, excerpt: 'Busy' }
const LOST: WebhookResponse = { kind: 'unanswered', reason: 'unreachable', message: 'The connection was refused' }

const list = async (query = '') => (await fixture.admin('GET', `${fixture.path}/deliveries?${query}`)).body
const readIt = async (event: string) => (await fixture.admin('GET', `${fixture.path}/deliveries/${event}`)).body
const idsOf = ({ results }: Json): string[] => results.map(({ eventId }: Json) => eventId)

const received = (text: string) => () => fixture.textFrom(ANN, text)

describe('the deliveries of a webhook', () => {
  test('are listed with their status and last attempt, the newest event first', async () => {
    const [first, second, third] = [
      await fixture.deliverEvent(),
      await fixture.deliverEvent(BUSY, received('Hi')),
      await fixture.deliverEvent(LOST),
    ]
    expect(await list()).toEqual({
      page: 1,
      limit: 20,
      totalCount: 3,
      results: [
        {
          eventId: third,
          type: 'message.sent',
          status: 'pending',
          attemptCount: 1,
          nextAttemptAt: expect.stringMatching(/^2026-03-01T12:00:05/),
          createdAt: NOON,
          lastAttempt: { number: 1, at: NOON, tookMs: 0, reason: 'unreachable', message: LOST.message },
        },
        {
          eventId: second,
          type: 'message.received',
          status: 'pending',
          attemptCount: 1,
          nextAttemptAt: expect.stringMatching(/^2026-03-01T12:00:05/),
          createdAt: NOON,
          lastAttempt: { number: 1, at: NOON, tookMs: 0, status: 503, excerpt: 'Busy' },
        },
        {
          eventId: first,
          type: 'message.sent',
          status: 'delivered',
          attemptCount: 1,
          createdAt: NOON,
          endedAt: NOON,
          lastAttempt: { number: 1, at: NOON, tookMs: 0, status: 204, excerpt: '' },
        },
      ],
    })
  })

  test('show no attempt before the first one', async () => {
    await fixture.send()
    await fixture.useCases.relayEvents.execute()
    const { results } = await list()
    expect(results).toMatchObject([{ status: 'pending', attemptCount: 0, nextAttemptAt: NOON }])
    expect(results[0]).not.toHaveProperty('lastAttempt')
    expect(await readIt(results[0].eventId)).toMatchObject({
      attemptCount: 0,
      attempts: [],
      payload: { type: 'message.sent' },
    })
  })

  test('show no next try while the webhook is disabled', async () => {
    const event = await fixture.deliverEvent(LOST)
    await fixture.admin('PATCH', fixture.path, { body: { enabled: false } })
    const { results } = await list()
    for (const shown of [results[0], await readIt(event)]) {
      expect(shown).toMatchObject({ status: 'pending', attemptCount: 1 })
      expect(shown).not.toHaveProperty('nextAttemptAt')
    }
    await fixture.admin('PATCH', fixture.path, { body: { enabled: true } })
    expect(await readIt(event)).toHaveProperty('nextAttemptAt')
  })

  test('can be filtered by status, type and event, alone and combined', async () => {
    const [sent, texted, waiting] = [
      await fixture.deliverEvent(),
      await fixture.deliverEvent(undefined, received('Hi')),
      await fixture.deliverEvent(BUSY),
    ]
    const requested = {
      'status=delivered': [texted, sent],
      'status=pending': [waiting],
      'status=failed': [],
      'type=message.sent': [waiting, sent],
      'type=message.received': [texted],
      'type=webhook.test': [],
      [`event=${sent}`]: [sent],
      [`event=${ids.next('evt')}`]: [],
      'event=nothing': [],
      'event=%00': [],
      'status=delivered&type=message.sent': [sent],
      [`status=pending&event=${sent}`]: [],
      'status=&type=&event=': [waiting, texted, sent],
      'other=1': [waiting, texted, sent],
    }
    for (const [query, found] of Object.entries(requested)) {
      const page = await list(query)
      expect([query, idsOf(page), page.totalCount]).toEqual([query, found, found.length])
    }
  })

  test('are returned in pages', async () => {
    const [first, second, third] = [
      await fixture.deliverEvent(),
      await fixture.deliverEvent(),
      await fixture.deliverEvent(),
    ]
    expect(idsOf(await list('limit=2'))).toEqual([third, second])
    expect(await list('limit=2&page=2')).toMatchObject({ page: 2, totalCount: 3, results: [{ eventId: first }] })
    expect(await list('page=1000000&limit=500')).toEqual({ page: 1_000_000, limit: 100, totalCount: 3, results: [] })
  })

  test('are refused for an invalid query, and the error names the parameter', async () => {
    for (const [query, field] of [
      ['page=0', 'page'],
      ['page=1000001', 'page'],
      ['page=1e3', 'page'],
      ['limit=0', 'limit'],
      ['limit=-1', 'limit'],
      ['status=sent', 'status'],
      ['status=PENDING', 'status'],
      ['status=pending&status=failed', 'status'],
      ['type=message.read', 'type'],
      ['type=message.sent,message.failed', 'type'],
      ['event=a&event=b', 'event'],
    ]) {
      const { status, body } = await fixture.admin('GET', `${fixture.path}/deliveries?${query}`)
      expect([query, status, body.code, body.details.fields[0].field]).toEqual([query, 400, 33400, field])
    }
  })
})

describe('a delivery', () => {
  test('shows every attempt, and the delivered payload', async () => {
    const event = await fixture.deliverEvent(LOST)
    fixture.clock.advance(60_000)
    const [post] = await fixture.deliver()
    expect(await readIt(event)).toEqual({
      eventId: event,
      type: 'message.sent',
      status: 'delivered',
      attemptCount: 2,
      createdAt: NOON,
      endedAt: '2026-03-01T12:01:00.000Z',
      attempts: [
        { number: 1, at: NOON, tookMs: 0, reason: 'unreachable', message: LOST.message },
        { number: 2, at: '2026-03-01T12:01:00.000Z', tookMs: 0, status: 204, excerpt: '' },
      ],
      payload: JSON.parse(post!.body),
    })
  })

  test('of a test event is shown like any other', async () => {
    const { eventId } = (await fixture.admin('POST', `${fixture.path}/test`)).body
    await fixture.deliver()
    expect(await readIt(eventId)).toMatchObject({ status: 'delivered', payload: { type: 'webhook.test' } })
    expect(await list('type=webhook.test')).toMatchObject({ totalCount: 1, results: [{ eventId }] })
  })

  test('that does not exist is not found', async () => {
    const event = await fixture.deliverEvent()
    await fixture.openPoor()
    const other = (await fixture.admin('POST', WEBHOOKS, { body: OTHER_HOOK })).body.id
    for (const path of [
      `${fixture.path}/deliveries/${ids.next('evt')}`,
      `${fixture.path}/deliveries/nothing`,
      `${fixture.path}/deliveries/%00`,
      `${fixture.path}/deliveries/%zz`,
      `${WEBHOOKS}/${other}/deliveries/${event}`,
      `${WEBHOOKS}/nothing/deliveries/${event}`,
      `/accounts/Poor/webhooks/${fixture.webhook.id}/deliveries/${event}`,
      `/accounts/Poor/webhooks/${fixture.webhook.id}/deliveries`,
      `/accounts/Nobody/webhooks/${fixture.webhook.id}/deliveries`,
      `${WEBHOOKS}/nothing/deliveries`,
    ]) {
      expect(await fixture.admin('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
    }
  })
})

const OTHER_HOOK = { url: 'https://example.com/hook', events: ['message.sent'] }
