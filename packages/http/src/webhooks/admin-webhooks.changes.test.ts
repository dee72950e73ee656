import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { openWebhooks, WEBHOOKS } from '../testing/fixtures/webhook-fixture.js'
import { WEBHOOK_FAULTS } from '../testing/webhook-faults.js'

const open = () => openWebhooks(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const NOON = '2026-03-01T12:00:00.000Z'
const URL = 'https://example.com/hook'
const SECRET = `whsec_${'A'.repeat(32)}`
const OTHER_SECRET = `whsec_${'B'.repeat(32)}`
const FIELDS = { url: URL, events: ['message.sent'] }

const add = async (fields: object = {}) =>
  (await fixture.admin('POST', WEBHOOKS, { body: { ...FIELDS, ...fields } })).body
const patch = (body: unknown, path = fixture.path) => fixture.admin('PATCH', path, { body })
const read = async (path = fixture.path) => (await fixture.admin('GET', path)).body
const responseWith = (status: number) => ({ kind: 'answered', status, retryAfterMs: null, excerpt: '' }) as const
const fieldsOf = ({ body }: { body: { details?: { fields: object[] } } }) => body.details?.fields

describe('changing a webhook', () => {
  test.each([
    [{ url: URL }],
    [{ events: ['link.clicked'] }],
    [{ url: URL, events: ['link.clicked'] }],
    [{}],
    [{ enabled: true }],
  ])('changes only the given fields: %j', async (change) => {
    const before = await read()
    const { status, body } = await patch(change)
    expect([status, body]).toEqual([200, { enabled: true, ...before, ...change }])
    expect(await read()).toEqual(body)
  })

  test('accepts a merge patch, and a missing body', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status, body } = await fixture.admin('PATCH', fixture.path, { raw: JSON.stringify({ url: URL }), headers })
    expect([status, body.url]).toEqual([200, URL])
    expect((await fixture.admin('PATCH', fixture.path)).body).toEqual(body)
    expect(await fixture.admin('POST', WEBHOOKS, { raw: JSON.stringify(FIELDS), headers })).toMatchObject({
      status: 415,
    })
  })

  test('can disable it: nothing is sent, and pending events are sent once it is enabled again', async () => {
    const before = await read()
    fixture.clock.advance(60_000)
    const disabled = { at: '2026-03-01T12:01:00.000Z', reason: 'operator' }
    expect((await patch({ enabled: false })).body).toEqual({ ...before, enabled: false, disabled })
    fixture.clock.advance(60_000)
    expect((await patch({ enabled: false })).body.disabled).toEqual(disabled)
    expect((await patch({ enabled: true })).body).toEqual(before)
    fixture.webhookSender.nextAnswers.push(responseWith(503))
    await fixture.send()
    await fixture.deliver()
    await patch({ enabled: false })
    fixture.clock.advance(60_000)
    expect(await fixture.deliver()).toEqual([])
    await patch({ enabled: true })
    expect(await fixture.deliver()).toMatchObject([{ url: before.url }])
  })

  test('is refused if a field is invalid: the error names the field, and nothing changes', async () => {
    const before = await read()
    for (const [fields, field, message] of [
      ...WEBHOOK_FAULTS,
      [{ enabled: null }, 'enabled', 'must be true or false, got null'],
      [{ enabled: 'false' }, 'enabled', 'must be true or false, got string'],
      [{ enabled: 0 }, 'enabled', 'must be true or false, got number'],
      [{ secret: SECRET }, 'secret', 'is not a known property'],
      [{ disabled: null }, 'disabled', 'is not a known property'],
    ]) {
      const response = await patch({ enabled: false, ...(fields as object) })
      expect([response.status, response.body.code, fieldsOf(response)]).toEqual([400, 33400, [{ field, message }]])
    }
    expect(await read()).toEqual(before)
  })

  test('reports all faults at once', async () => {
    const response = await patch({ url: 1, events: [], enabled: 1, more: 1 })
    expect(fieldsOf(response)).toHaveLength(4)
  })

  test('to the URL of another webhook is refused, and to its current URL changes nothing', async () => {
    const { id } = await add()
    const before = await read()
    expect(await patch({ url: URL })).toMatchObject({ status: 409, body: { code: 33409, details: { id } } })
    expect((await patch({ url: before.url })).body).toEqual(before)
  })

  test('with a body that is not a JSON object is refused', async () => {
    for (const raw of ['[]', 'null', '{', '1']) {
      const headers = { 'content-type': 'application/json' }
      expect(await fixture.admin('PATCH', fixture.path, { raw, headers })).toMatchObject({ status: 400 })
    }
  })
})

describe('a webhook shows', () => {
  test('since when it has been failing, until a delivery succeeds', async () => {
    const before = await read()
    fixture.webhookSender.nextAnswers.push(responseWith(503))
    await fixture.send()
    await fixture.deliver()
    expect(await read()).toEqual({ ...before, failingSince: NOON })
    fixture.clock.advance(60_000)
    await fixture.deliver()
    expect(await read()).toEqual(before)
  })

  test('that it is disabled as gone, after a 410', async () => {
    fixture.webhookSender.nextAnswers.push(responseWith(410))
    await fixture.send()
    await fixture.deliver()
    expect(await read()).toMatchObject({ enabled: false, disabled: { at: NOON, reason: 'gone' }, failingSince: NOON })
    const { body } = await patch({ enabled: true })
    expect(body).not.toHaveProperty('disabled')
    expect(body).not.toHaveProperty('failingSince')
  })
})

describe('rotating the secret', () => {
  const rotate = (body?: unknown) => fixture.admin('POST', `${fixture.path}/rotate-secret`, { body })
  const signers = async () => {
    await fixture.admin('POST', `${fixture.path}/test`)
    return (await fixture.deliver())[0]!.secrets
  }

  test('generates a secret, and the previous secret also signs for a day', async () => {
    const before = await read()
    const { status, body } = await rotate()
    expect(status).toBe(200)
    const previousSecretValidUntil = '2026-03-02T12:00:00.000Z'
    expect(body).toEqual({ ...before, previousSecretValidUntil, secret: expect.stringMatching(/^whsec_/) })
    expect(body.secret).not.toBe(fixture.webhook.secret)
    expect(await read()).toEqual({ ...before, previousSecretValidUntil })
    expect(await signers()).toEqual([body.secret, fixture.webhook.secret])
    fixture.clock.advance(86_400_000)
    expect(await signers()).toEqual([body.secret])
  })

  test.each([
    [1, '2026-03-01T13:00:00.000Z'],
    [24, '2026-03-02T12:00:00.000Z'],
    [168, '2026-03-08T12:00:00.000Z'],
    [0, undefined],
  ])('accepts a secret, and keeps the previous one valid for %i hours', async (previousValidHours, until) => {
    const { body } = await rotate({ secret: SECRET, previousValidHours })
    expect(body.secret).toBe(SECRET)
    expect(body.previousSecretValidUntil).toBe(until)
    expect(await signers()).toEqual(until === undefined ? [SECRET] : [SECRET, fixture.webhook.secret])
  })

  test('to the current secret changes nothing', async () => {
    await rotate({ secret: SECRET })
    const before = await read()
    fixture.clock.advance(60_000)
    expect((await rotate({ secret: SECRET })).body).toEqual({ ...before, secret: SECRET })
    const { body } = await rotate({ secret: OTHER_SECRET })
    expect(body.previousSecretValidUntil).toBe('2026-03-02T12:01:00.000Z')
  })

  test('is refused if a field is invalid: the error names the field, and nothing changes', async () => {
    const before = await read()
    for (const [body, field, message] of [
      [{ secret: null }, 'secret', 'must be a string, got null'],
      [{ secret: 'whsec_AAAA' }, 'secret', 'must be whsec_ followed by 24 to 64 bytes in base64'],
      [{ previousValidHours: -1 }, 'previousValidHours', 'must be a whole number from 0 to 168, got -1'],
      [{ previousValidHours: 169 }, 'previousValidHours', 'must be a whole number from 0 to 168, got 169'],
      [{ previousValidHours: 0.5 }, 'previousValidHours', 'must be a whole number from 0 to 168, got 0.5'],
      [{ previousValidHours: '24' }, 'previousValidHours', 'must be a whole number from 0 to 168, got string'],
      [{ previousValidHours: null }, 'previousValidHours', 'must be a whole number from 0 to 168, got null'],
      [{ previousForMs: 0 }, 'previousForMs', 'is not a known property'],
    ]) {
      const response = await rotate(body)
      expect([response.status, response.body.code, fieldsOf(response)]).toEqual([400, 33400, [{ field, message }]])
    }
    expect(await read()).toEqual(before)
  })
})
