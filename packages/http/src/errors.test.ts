import { request } from 'node:http'
import { gzipSync, brotliCompressSync } from 'node:zlib'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { BODY_LENGTH_MAX } from './body.js'
import { applyAcme, authorized, DOCS_URL, KEY, openTestApi, type TestApi } from './testing/test-api.js'

const ANN = '/contacts/by-phone/+12025550123'
const JSON_TYPE = { 'content-type': 'application/json' }

let house: TestApi
let api: TestApi['api']

beforeEach(async () => {
  house = await openTestApi(inMemory())
  api = house.api
  await applyAcme(house, { rateLimits: null })
})

const nothingStored = async () => (await api('GET', '/contacts')).body.totalCount === 0

async function refused(raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const { status, body } = await api('POST', ANN, { raw, headers: { ...JSON_TYPE, ...headers } })
  expect(await nothingStored()).toBe(true)
  expect(body).toMatchObject({ status, moreInfo: `${DOCS_URL}#${body.code}`, message: expect.any(String) })
  return body
}

describe('a body', () => {
  test.each(['[]', '"text"', 'null', '5', 'true', '{', '{"a":1}x', 'firstName=Ann', ' ', '[{"firstName":"Ann"}]'])(
    '%s is no JSON object: 33400',
    async (raw) => {
      expect(await refused(raw)).toMatchObject({ code: 33400, status: 400 })
    },
  )

  test('with a key of the prototype is refused as any unknown property is, and pollutes nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const body = await refused(`{"${name}":{"firstName":"Eve","isFavorite":true}}`)
      expect([body.code, body.details.fields[0].field]).toEqual([33400, name])
      const nested = await refused(`{"address":{"${name}":{"city":"Eve"}}}`)
      expect([nested.code, nested.details.fields[0].field]).toEqual([33400, `address.${name}`])
      const custom = await refused(`{"customFields":{"${name}":{"Plan":"Pro"}}}`)
      expect([custom.code, custom.details]).toEqual([33033, { label: name, reason: 'unknown_label' }])
    }
    expect(({} as Record<string, unknown>)['firstName']).toBeUndefined()
    expect((await api('POST', ANN, { body: {} })).body).not.toHaveProperty('firstName')
  })

  test('that is not UTF-8 is 33400', async () => {
    const bytes = Buffer.from('{"firstName":"Jos\xe9"}', 'latin1')
    expect(await refused(new Uint8Array(bytes))).toMatchObject({ code: 33400, message: 'The body is not valid UTF-8' })
  })

  test.each([
    ['{"firstName":"A\\u0000"}', 'firstName'],
    ['{"firstName":"\\ud83d"}', 'firstName'],
    ['{"address":{"city":"\\udd14x"}}', 'address.city'],
    ['{"customFields":{"Note":"\\u0000"}}', 'customFields.Note'],
    ['{"customFields":{"Likes":["Tea","\\ud83d"]}}', 'customFields.Likes[1]'],
    ['{"customFields":{"No\\u0000te":"x"}}', 'customFields'],
    ['{"\\ud83d":1}', 'body'],
  ])('with NUL or half a surrogate pair, %s, is 33400', async (raw, field) => {
    const body = await refused(raw)
    expect([body.code, body.details.fields[0].field]).toEqual([33400, field])
  })

  test('of 256 KB is read, and one byte more is 33413', async () => {
    const padded = (length: number) => `{"firstName":"Ann"${' '.repeat(length - 19)}}`
    expect(padded(BODY_LENGTH_MAX)).toHaveLength(BODY_LENGTH_MAX)
    expect(await refused(padded(BODY_LENGTH_MAX + 1))).toMatchObject({ code: 33413, status: 413 })
    const chunked = new Blob([padded(BODY_LENGTH_MAX + 1)]).stream()
    expect((await api('POST', ANN, { raw: chunked, headers: JSON_TYPE })).body.code).toBe(33413)
    expect((await api('POST', ANN, { raw: padded(BODY_LENGTH_MAX), headers: JSON_TYPE })).status).toBe(201)
  })

  test('may be compressed, and is measured as it unfolds', async () => {
    const bomb = JSON.stringify({ firstName: 'x'.repeat(10_000_000) })
    const gzip = { 'content-encoding': 'gzip' }
    expect(await refused(new Uint8Array(gzipSync(bomb)), gzip)).toMatchObject({ code: 33413 })
    expect(await refused(new Uint8Array(brotliCompressSync(bomb)), { 'content-encoding': 'br' })).toMatchObject({
      code: 33413,
    })
    expect(await refused('{"firstName":"Ann"}', gzip)).toMatchObject({ code: 33400 })
    expect(await refused('{"firstName":"Ann"}', { 'content-encoding': 'lzma' })).toMatchObject({ code: 33415 })
    const raw = new Uint8Array(gzipSync('{"firstName":"Ann"}'))
    expect((await api('POST', ANN, { raw, headers: { ...JSON_TYPE, ...gzip } })).status).toBe(201)
  })

  test('nested 10,000 levels deep is 33400, and so is one of 33', async () => {
    const nested = (depth: number) => '{"customFields":'.concat('['.repeat(depth), ']'.repeat(depth), '}')
    expect(await refused(nested(10_000))).toMatchObject({
      code: 33400,
      message: 'The body is nested deeper than 32 levels',
    })
    expect(await refused(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toMatchObject({ code: 33400 })
    expect((await refused(nested(32))).message).toMatch(/nested deeper/)
    expect((await refused(nested(31))).message).toMatch(/customFields must be an object/)
  })

  test('with 2,000 custom fields is answered by the first that is unknown', async () => {
    const labels = Array.from({ length: 2_000 }, (_, i) => [`Field ${i}`, 'x'])
    expect(await refused(JSON.stringify({ customFields: Object.fromEntries(labels) }))).toMatchObject({
      code: 33033,
      details: { label: 'Field 0', reason: 'unknown_label' },
    })
  })

  test('with 2,000 unknown properties is told 50 of them', async () => {
    const names = Array.from({ length: 2_000 }, (_, i) => [`field${i}`, 1])
    const body = await refused(JSON.stringify(Object.fromEntries(names)))
    expect([body.code, body.details.fields.length]).toEqual([33400, 50])
    expect(body.message).toBe('field0 is not a known property, and 1999 more')
    const long = await refused(JSON.stringify({ ['x'.repeat(100_000)]: 1 }))
    expect(JSON.stringify(long).length).toBeLessThan(1_000)
  })

  test.each([
    'text/plain',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    '',
  ])('of type %j is 33415', async (type) => {
    expect(await refused('{"firstName":"Ann"}', { 'content-type': type })).toMatchObject({ code: 33415, status: 415 })
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; version=1'])(
    'of type %j is taken',
    async (type) => {
      const { status } = await api('POST', ANN, { raw: '{"firstName":"Ann"}', headers: { 'content-type': type } })
      expect(status).toBe(201)
    },
  )
})

describe('a path', () => {
  test.each([
    '/nowhere',
    '/contacts/',
    '/Contacts',
    '/contacts/by-phone',
    '/contacts/by-phone/',
    `${ANN}/`,
    '/groups/a/b',
    '//groups',
  ])('%s leads nowhere: 33404', async (path) => {
    expect(await api('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
  })

  test('outside the APIs leads nowhere without authentication', async () => {
    for (const path of ['/', '/api', '/api/v2/groups', '/%zz', '/HEALTHZ']) {
      expect(await house.call('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
    }
  })

  test('takes its own methods: 33405 with Allow for the others, and OPTIONS tells them', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const { status, body, headers } = await api(method, ANN)
      expect([status, body.code, headers.get('allow')]).toEqual([405, 33405, 'POST, GET, PATCH, HEAD, OPTIONS'])
    }
    const { status, headers, text } = await api('OPTIONS', ANN)
    expect([status, headers.get('allow'), text]).toEqual([204, 'POST, GET, PATCH, HEAD, OPTIONS', ''])
  })
})

describe('what goes wrong on our side', () => {
  const broken = async (error: Error) => {
    const adapters = inMemory()
    const failing = { ...adapters, unitOfWork: { run: () => Promise.reject(error) } }
    await applyAcme(await openTestApi(adapters))
    return openTestApi(failing)
  }

  test('is 33500 without a word of the cause, which the log has under the id of the request', async () => {
    const cause = new Error('duplicate key (+12025550123) in table contact')
    const { api, log } = await broken(cause)
    const { status, body, text, headers } = await api('GET', ANN)
    expect([status, body.code]).toEqual([500, 33500])
    expect(text).not.toMatch(/duplicate|contact-store|\.ts/)
    const line = log.find(({ level }) => level === 'error')
    expect(line?.fields).toMatchObject({ requestId: headers.get('x-request-id'), err: cause })
  })

  test('is 33503 with Retry-After where something cannot be reached', async () => {
    const { api } = await broken(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const { status, body, headers } = await api('GET', ANN)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 33503, '2'])
  })
})

describe('every request', () => {
  test('has an id of our own, whatever the client sends', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () =>
        (await api('GET', '/groups', { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id'),
      ),
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f-]{36}$/)
  })

  test('is logged and measured by the pattern of its path, never by the path', async () => {
    await api('GET', `${ANN}?name=secret-name`)
    await api('GET', '/nowhere/+12025550123')
    const lines = house.log.filter(({ message }) => message === 'request').slice(-2)
    expect(lines.map(({ fields: { method, route, status } }) => [method, route, status])).toEqual([
      ['GET', '/api/v1/contacts/by-phone/:phoneNumber', 404],
      ['GET', 'unknown', 404],
    ])
    expect(lines[0]!.fields).toMatchObject({
      account: expect.stringMatching(/^acc_/),
      requestId: expect.anything(),
      ms: expect.anything(),
    })
    expect(JSON.stringify(house.log)).not.toMatch(/2025550123|secret-name/)
    const metrics = await house.registry.metrics()
    expect(metrics).toMatch(/_count\{method="GET",route="\/api\/v1\/contacts\/by-phone\/:phoneNumber",status="404"\} 1/)
    expect(metrics).not.toContain('2025550123')
  })

  test('is answered with the headers of helmet, and without Express naming itself', async () => {
    const { headers } = await api('GET', '/groups')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('x-powered-by')).toBe(false)
  })

  test('that its client gives up is logged as such', async () => {
    const adapters = inMemory()
    let reached = () => {}
    const arrived = new Promise<void>((resolve) => (reached = resolve))
    const stuck = { ...adapters, keyring: { find: () => new Promise<never>(() => reached()) } }
    const { url, log, logged } = await openTestApi(stuck)
    const sent = request(`${url}/api/v1/groups`, { headers: authorized(KEY) }).on('error', () => {})
    sent.end()
    await arrived
    sent.destroy()
    await logged('request cut off by the client')
    expect(log).toMatchObject([{ level: 'warn', message: 'request cut off by the client' }])
  })
})

describe('the pages for machines', () => {
  test('tell that the process answers', async () => {
    expect((await house.call('GET', '/healthz')).body).toEqual({ status: 'ok' })
    expect((await house.call('POST', '/healthz')).body.code).toBe(33405)
  })

  test('tell whether the service can work, and why not', async () => {
    expect(await house.call('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok' } },
    })
    const ready = async () => ({ database: 'ok', clock: 'differs by 300 ms' })
    const { call } = await openTestApi(inMemory(), { ready })
    const { status, body } = await call('GET', '/readyz')
    expect([status, body]).toEqual([503, { status: 'unavailable', checks: await ready() }])
  })

  test('carry no ETag, like every answer: none is kept to be compared', async () => {
    expect((await house.call('GET', '/healthz')).headers.get('etag')).toBeNull()
  })

  test('show the metrics', async () => {
    const { status, text } = await house.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(text).toContain('carillon_http_request_duration_seconds')
  })
})
