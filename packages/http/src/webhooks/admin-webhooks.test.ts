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
const FIELDS = { url: URL, events: ['message.sent'] }

const add = async (fields: object = {}) =>
  (await fixture.admin('POST', WEBHOOKS, { body: { ...FIELDS, ...fields } })).body
const patch = (body: unknown, path = fixture.path) => fixture.admin('PATCH', path, { body })
const read = async (path = fixture.path) => (await fixture.admin('GET', path)).body
const list = async () => (await fixture.admin('GET', WEBHOOKS)).body.results
const without = ({ secret, ...rest }: { secret: string }) => rest
const fieldsOf = ({ body }: { body: { details?: { fields: object[] } } }) => body.details?.fields

describe('adding a webhook', () => {
  test('returns it with its secret, which is shown only once', async () => {
    const { status, body } = await fixture.admin('POST', WEBHOOKS, { body: FIELDS })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      ...FIELDS,
      enabled: true,
      createdAt: NOON,
      secret: expect.stringMatching(/^whsec_/),
    })
    const path = `${WEBHOOKS}/${body.id}`
    expect(await read(path)).toEqual(without(body))
    for (const text of [(await fixture.admin('GET', path)).text, (await fixture.admin('GET', WEBHOOKS)).text]) {
      expect(text).not.toMatch(/secret|whsec_|seal/i)
    }
  })

  test('accepts a secret, which then signs the posts, and removes duplicate types', async () => {
    const body = await add({ secret: SECRET, events: ['message.sent', 'message.failed', 'message.sent'] })
    expect(body).toMatchObject({ secret: SECRET, events: ['message.failed', 'message.sent'] })
    await fixture.send()
    const posts = await fixture.deliver()
    expect(posts.filter(({ url }) => url === URL)).toMatchObject([{ secrets: [SECRET] }])
  })

  test('puts it after the older webhooks in the list', async () => {
    const first = await read()
    const second = without(await add())
    expect(await list()).toEqual([first, second])
  })

  test('is refused if a field is invalid: the error names the field, and no webhook is added', async () => {
    const NOT_KNOWN = 'is not a known property: expected one of url, events, secret'
    for (const [fields, field, message] of [
      ...WEBHOOK_FAULTS,
      [{ url: undefined }, 'url', 'is missing: it must be a string'],
      [{ events: undefined }, 'events', 'is missing: it must be an array'],
      [{ secret: 'short' }, 'secret', 'must be whsec_ followed by 24 to 64 bytes in base64'],
      [{ secret: null }, 'secret', 'must be a string, got null'],
      [{ enabled: true }, 'enabled', NOT_KNOWN],
      [{ id: 'whk_1' }, 'id', NOT_KNOWN],
    ]) {
      const response = await fixture.admin('POST', WEBHOOKS, { body: { ...FIELDS, ...(fields as object) } })
      expect([response.status, response.body.code, fieldsOf(response)]).toEqual([400, 33400, [{ field, message }]])
    }
    expect(await list()).toHaveLength(1)
  })

  test('at the URL of another webhook of the account is refused, and the error names that webhook', async () => {
    const { id } = await add()
    expect(await fixture.admin('POST', WEBHOOKS, { body: FIELDS })).toMatchObject({
      status: 409,
      body: { code: 33409, details: { id } },
    })
    expect(await list()).toHaveLength(2)
    await fixture.openPoor()
    expect((await fixture.admin('POST', '/accounts/Poor/webhooks', { body: FIELDS })).status).toBe(201)
  })

  test('is refused for an account that has 100 webhooks', async () => {
    for (let n = 1; n < 100; n++) await add({ url: `${URL}/${n}` })
    expect(await fixture.admin('POST', WEBHOOKS, { body: FIELDS })).toMatchObject({
      status: 409,
      body: { code: 33409 },
    })
    expect(await list()).toHaveLength(100)
  })
})

describe('a test event', () => {
  test('is sent only to the given webhook, whatever the webhook subscribes to', async () => {
    const { id } = await add()
    const { status, body } = await fixture.admin('POST', `${WEBHOOKS}/${id}/test`)
    expect([status, body]).toEqual([202, { eventId: expect.stringMatching(/^evt_[0-9a-z]{26}$/) }])
    const posts = await fixture.deliver()
    expect(posts).toMatchObject([{ id: body.eventId, url: URL }])
    expect(JSON.parse(posts[0]!.body)).toMatchObject({ id: body.eventId, type: 'webhook.test', timestamp: NOON })
  })

  test('for a disabled webhook is refused, and so is any property in the body', async () => {
    expect(await fixture.admin('POST', `${fixture.path}/test`, { body: { url: URL } })).toMatchObject({ status: 400 })
    await patch({ enabled: false })
    expect(await fixture.admin('POST', `${fixture.path}/test`)).toMatchObject({ status: 409, body: { code: 33409 } })
  })
})

test('a removed webhook is not found, and gets no more events', async () => {
  await fixture.send()
  expect(await fixture.admin('DELETE', fixture.path)).toMatchObject({ status: 204, text: '' })
  expect(await list()).toEqual([])
  expect(await fixture.deliver()).toEqual([])
  expect(await fixture.admin('DELETE', fixture.path)).toMatchObject({ status: 404, body: { code: 33404 } })
})

test('an unknown webhook or account is not found, for any operation', async () => {
  await fixture.openPoor()
  const { id } = fixture.webhook
  const others = [`/accounts/Poor/webhooks/${id}`, `/accounts/Nobody/webhooks/${id}`, `/accounts/%00/webhooks/${id}`]
  const unknown = ['whk_01kjm3y0q0d5w2h7n4c6e8rtvx', 'whk_1', 'nothing', '%00', '%zz', `${id}0`, id.toUpperCase()]
  for (const path of [...others, ...unknown.map((name) => `${WEBHOOKS}/${name}`)]) {
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PATCH', '', { enabled: false }],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
    ] as const) {
      expect(await fixture.admin(method, path + rest, { body })).toMatchObject({ status: 404, body: { code: 33404 } })
    }
  }
  expect(await read()).toMatchObject({ id, enabled: true })
  for (const path of ['/accounts/Nobody/webhooks', '/accounts/%00/webhooks']) {
    expect(await fixture.admin('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
    expect(await fixture.admin('POST', path, { body: FIELDS })).toMatchObject({ status: 404, body: { code: 33404 } })
  }
})

test('a request without the admin token is refused', async () => {
  for (const path of [WEBHOOKS, fixture.path, `${fixture.path}/deliveries`]) {
    expect(await fixture.call('GET', `/admin/v1${path}`)).toMatchObject({ status: 401, body: { code: 33001 } })
  }
})
