import { ids } from '@carillon/contracts'
import type { DeliveryStore, UnitOfWork, WebhookResponse } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { openWebhooks, WEBHOOKS } from '../testing/fixtures/webhook-fixture.js'
import { openTestApi, type Json } from '../testing/test-api.js'

const open = () => openWebhooks(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const NOON = '2026-03-01T12:00:00.000Z'
const LOST: WebhookResponse = { kind: 'unanswered', reason: 'unreachable', message: 'The connection was refused' }

const readIt = async (event: string) => (await fixture.admin('GET', `${fixture.path}/deliveries/${event}`)).body
const replay = (body: unknown) => fixture.admin('POST', `${fixture.path}/replay`, { body })
const refused = ({ status, body }: Json) => [status, body.code, body.details?.fields]

/** Delivers an event to a failing endpoint until no try is left. */
async function failDelivery(): Promise<string> {
  const event = await fixture.deliverEvent(LOST)
  for (let n = 1; n < 10; n++) {
    fixture.webhookSender.nextAnswers.push(LOST)
    fixture.clock.advance(48 * 3_600_000)
    await fixture.admin('PATCH', fixture.path, { body: { enabled: true } })
    await fixture.deliver()
  }
  return event
}

describe('a replay', () => {
  test('of one event sends the same payload again, with the same id', async () => {
    const event = await fixture.deliverEvent()
    const payload = fixture.webhookSender.posts[0]!.body
    const { status, body } = await replay({ eventId: event })
    expect([status, body]).toEqual([202, { replayed: 1 }])
    expect(await readIt(event)).toMatchObject({ status: 'pending' })
    expect(await fixture.deliver()).toMatchObject([{ id: event, body: payload }])
    expect(await readIt(event)).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }, { number: 2 }] })
  })

  test('of a test event sends it again', async () => {
    const { eventId } = (await fixture.admin('POST', `${fixture.path}/test`)).body
    await fixture.deliver()
    expect(await replay({ eventId })).toMatchObject({ status: 202, body: { replayed: 1 } })
    expect(await fixture.deliver()).toMatchObject([{ id: eventId }])
  })

  test('of a time span sends the events from its start (inclusive) to its end (exclusive)', async () => {
    const events: string[] = []
    for (let n = 0; n < 4; n++) {
      events.push(await fixture.deliverEvent())
      fixture.clock.advance(60_000)
    }
    for (const [from, to, replayed] of [
      ['2026-03-01T12:01:00Z', '2026-03-01T12:03:00Z', events.slice(1, 3)],
      ['2026-03-01T07:01:00-05:00', '2026-03-01T12:03:00.000Z', events.slice(1, 3)],
      ['2026-03-01T12:03+00:00', '2027-01-01T00:00:00Z', events.slice(3)],
      ['2026-03-01T17:31:00+05:30', '2026-03-01T12:02:00.001Z', events.slice(1, 3)],
      ['1970-01-01T00:00:00Z', '2026-03-01T12:00:00Z', []],
      ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', events],
    ] as const) {
      const { status, body } = await replay({ from, to })
      expect([from, to, status, body]).toEqual([from, to, 202, { replayed: replayed.length }])
      expect((await fixture.deliver()).map(({ id }) => id).sort()).toEqual([...replayed].sort())
    }
  })

  test('can be limited to deliveries with one status', async () => {
    const failed = await failDelivery()
    const delivered = await fixture.deliverEvent()
    const span = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
    expect(await readIt(failed)).toMatchObject({ status: 'failed' })
    expect((await replay({ ...span, status: 'failed' })).body).toEqual({ replayed: 1 })
    expect(await fixture.deliver()).toMatchObject([{ id: failed }])
    expect((await replay({ ...span, status: 'failed' })).body).toEqual({ replayed: 0 })
    expect((await replay({ ...span, status: 'delivered' })).body).toEqual({ replayed: 2 })
    expect((await fixture.deliver()).map(({ id }) => id).sort()).toEqual([failed, delivered].sort())
  })

  test('is refused if a field is invalid, and the error names the field', async () => {
    const event = await fixture.deliverEvent()
    const [from, to] = ['2026-03-01T12:00:00Z', '2026-03-01T13:00:00Z']
    const instant = (got: string) =>
      `must be an ISO 8601 time with a UTC offset, such as 2026-03-01T12:00:00Z, got "${got}"`
    for (const [body, field, message] of [
      [{}, 'eventId', 'is missing: give one event, or a time span with from and to'],
      [{ eventId: 1 }, 'eventId', 'must be a string, got number'],
      [{ eventId: null }, 'eventId', 'must be a string, got null'],
      [{ eventId: event, from, to }, 'from', 'must not be combined with eventId: give one event, or a time span'],
      [{ eventId: event, status: 'failed' }, 'status', expect.stringMatching(/^must not be combined with eventId/)],
      [{ eventId: event, type: 'message.sent' }, 'type', 'is not a known property'],
      [{ from }, 'to', 'is missing: it must be a string'],
      [{ to }, 'from', 'is missing: it must be a string'],
      [{ from: to, to: from }, 'from', 'must be before the end of the span'],
      [{ from, to: from }, 'from', 'must be before the end of the span'],
      [{ from: '2026-03-01T12:00:00+01:00', to: '2026-03-01T11:00:00Z' }, 'from', 'must be before the end of the span'],
      [{ from: '2026-03-01', to }, 'from', instant('2026-03-01')],
      [{ from: '2026-03-01T12:00:00', to }, 'from', instant('2026-03-01T12:00:00')],
      [{ from: '2026-02-30T12:00:00Z', to }, 'from', instant('2026-02-30T12:00:00Z')],
      [{ from: '2026-03-01T12:00:00 01:00', to }, 'from', instant('2026-03-01T12:00:00 01:00')],
      [{ from: 0, to }, 'from', 'must be a string, got number'],
      [{ from, to: null }, 'to', 'must be a string, got null'],
      [{ from, to, status: 'sent' }, 'status', 'must be one of pending, delivered, failed, got "sent"'],
      [{ from, to, status: null }, 'status', 'must be a string, got null'],
      [{ from, to, limit: 5 }, 'limit', 'is not a known property'],
    ]) {
      expect([body, refused(await replay(body))]).toEqual([body, [400, 33400, [{ field, message }]]])
    }
    expect(await fixture.deliver()).toEqual([])
  })

  test('of an event without a delivery, or for an unknown webhook, gets 404', async () => {
    await fixture.deliverEvent()
    await fixture.openPoor()
    const body = { eventId: ids.next('evt') }
    for (const eventId of [body.eventId, 'nothing', '']) {
      expect(await replay({ eventId })).toMatchObject({ status: 404, body: { code: 33404 } })
    }
    for (const path of [`/accounts/Poor/webhooks/${fixture.webhook.id}`, `${WEBHOOKS}/nothing`]) {
      expect(await fixture.admin('POST', `${path}/replay`, { body })).toMatchObject({ status: 404 })
    }
  })

  test('to a disabled webhook is refused', async () => {
    const event = await fixture.deliverEvent()
    await fixture.admin('PATCH', fixture.path, { body: { enabled: false } })
    expect(await replay({ eventId: event })).toMatchObject({ status: 409, body: { code: 33409 } })
  })

  test('of more than 100,000 events is refused', async () => {
    const { admin } = await openTestApi({ ...fixture, unitOfWork: crowded(fixture.unitOfWork) })
    const body = { from: NOON, to: '2026-03-01T13:00:00Z' }
    expect(await admin('POST', `${fixture.path}/replay`, { body })).toMatchObject({
      status: 409,
      body: { code: 33409, details: { limit: 100_000 } },
    })
  })
})

/** A unit of work with more events than can be replayed at once. */
function crowded(unitOfWork: UnitOfWork): UnitOfWork {
  const run: UnitOfWork['run'] = (work) =>
    unitOfWork.run((stores) => {
      const deliveries: DeliveryStore = Object.create(stores.deliveries, { replay: { value: async () => null } })
      return work({ ...stores, deliveries })
    })
  return { run, runOne: run }
}
