import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ADMIN_TOKEN, applyAcme, authorized, KEY, openTestApi, type TestApi } from '../testing/test-api.js'

async function failures({ registry }: TestApi, reason: string): Promise<number> {
  const metric = await registry.getSingleMetric('carillon_http_authentication_failures_total')!.get()
  return metric.values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('the public API', () => {
  test('accepts the id and secret of a key by HTTP Basic, ignoring the case of the scheme', async () => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture)
    const { authorization } = authorized(KEY)
    for (const header of [authorization, authorization.replace('Basic', 'bASIC')]) {
      expect((await fixture.call('GET', '/api/v1/groups', { headers: { authorization: header } })).status).toBe(200)
    }
  })

  test.each([
    ['missing', undefined],
    ['malformed', 'Basic'],
    ['malformed', 'Basic '],
    ['malformed', basic('no colon')],
    ['malformed', 'Basic not*base64'],
    ['malformed', `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`],
    ['malformed', `Basic ${Buffer.from(`${KEY.id}:\xff`, 'latin1').toString('base64')}`],
    ['malformed', basic(`${KEY.id}:${'x'.repeat(2_000)}`)],
    ['malformed', basic(`${'k'.repeat(65)}:secret`)],
    ['malformed', basic('key\0acme:the-secret-of-acme')],
    ['malformed', basic(`:${KEY.secret}`)],
    ['malformed', `Bearer ${KEY.secret}`],
    ['malformed', `${basic(`${KEY.id}:${KEY.secret}`)}, Basic eDp5`],
    ['wrong', basic(`${KEY.id}:the-secret-of-acmf`)],
    ['wrong', basic(`${KEY.id}:`)],
    ['wrong', basic(`${KEY.id}:${KEY.secret}:`)],
    ['wrong', basic(`KEY_ACME:${KEY.secret}`)],
    ['wrong', basic('constructor:prototype')],
  ])('refuses %s credentials (%j) with 401 and 33001', async (reason, authorization) => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture)
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const before = await failures(fixture, reason)
    const { status, body, headers: responseHeaders } = await fixture.call('GET', '/api/v1/groups', { headers })
    expect([status, body.code]).toEqual([401, 33001])
    expect(responseHeaders.get('www-authenticate')).toBe('Basic realm="carillon", charset="UTF-8"')
    expect(responseHeaders.has('ratelimit-limit')).toBe(false)
    expect(await failures(fixture, reason)).toBe(before + 1)
    const line = fixture.log.find(({ message }) => message === 'authentication failed')
    expect(line).toMatchObject({ level: 'warn', fields: { reason, requestId: responseHeaders.get('x-request-id') } })
    expect(JSON.stringify(fixture.log)).not.toContain('secret')
  })

  test('authenticates before anything else, even for unknown paths', async () => {
    const { call } = await openTestApi(inMemory())
    for (const path of ['', '/', '/nowhere', '/contacts/by-phone/x', '/contacts/by-phone/%zz', '/groups/']) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'PUT']) {
        const raw = method === 'POST' || method === 'PUT' ? { raw: '{broken' } : {}
        expect((await call(method, `/api/v1${path}`, raw)).status).toBe(401)
      }
    }
  })

  test('accepts neither a revoked key nor the admin token', async () => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture)
    expect((await fixture.api('GET', '/groups')).status).toBe(200)
    await fixture.admin('DELETE', `/accounts/Acme/keys/${KEY.id}`)
    expect((await fixture.api('GET', '/groups')).status).toBe(401)
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    expect((await fixture.api('GET', '/groups', { headers })).status).toBe(401)
  })
})

describe('the admin API', () => {
  test.each([
    undefined,
    'Bearer',
    'Bearer wrong',
    `Bearer ${ADMIN_TOKEN.slice(0, -1)}`,
    `Bearer ${ADMIN_TOKEN}2`,
    authorized(KEY).authorization,
  ])('refuses %s with 401 and 33001', async (authorization) => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture)
    for (const path of ['/accounts', '/apply', '/nowhere']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      const { status, body, headers: responseHeaders } = await fixture.call('GET', `/admin/v1${path}`, { headers })
      expect([status, body.code, responseHeaders.get('www-authenticate')]).toEqual([
        401,
        33001,
        'Bearer realm="carillon"',
      ])
    }
  })

  test.each([
    ['', 'a text of 0 characters'],
    ['an-admin-token', 'a text of 14 characters'],
    ['an admin token of words', 'a text of 23 characters'],
    [undefined!, 'undefined'],
  ])('cannot be created with the admin token %j', async (adminToken, received) => {
    const expected = 'adminToken must have 16 to 500 characters from ! to ~, without spaces'
    await expect(openTestApi(inMemory(), { adminToken })).rejects.toThrow(new TypeError(`${expected}; got ${received}`))
  })
})

describe('failed authentications', () => {
  /** A service behind a proxy, and requests from any address. */
  async function openBehindProxy() {
    const adapters = inMemory()
    const fixture = await openTestApi(adapters, { trustProxy: 1 })
    await applyAcme(fixture)
    const from = (address: string, authorization: string, path = '/api/v1/groups') =>
      fixture.call('GET', path, { headers: { authorization, 'x-forwarded-for': address } })
    return { fixture, from, pass: (ms: number) => adapters.clock.advance(ms) }
  }

  const [RIGHT, GUESS] = [authorized(KEY).authorization, basic(`${KEY.id}:guess`)]

  test('of a key get 401 with Retry-After from the sixth on, and are counted and logged as slowed', async () => {
    const { fixture, from, pass } = await openBehindProxy()
    for (let i = 0; i < 5; i++) expect((await from('192.0.2.1', GUESS)).headers.has('retry-after')).toBe(false)
    for (const authorization of [GUESS, RIGHT]) {
      const { status, body, headers } = await from('192.0.2.1', authorization)
      expect([status, body.code, headers.get('retry-after'), body.details]).toEqual([
        401,
        33001,
        '1',
        { retryAfterSeconds: 1 },
      ])
      expect(headers.get('www-authenticate')).toBe('Basic realm="carillon", charset="UTF-8"')
    }
    expect([await failures(fixture, 'wrong'), await failures(fixture, 'slowed')]).toEqual([5, 2])
    expect(fixture.log.filter(({ fields }) => fields['reason'] === 'slowed')).toMatchObject([
      { level: 'warn', message: 'authentication failed', fields: { ip: '192.0.2.1' } },
      { level: 'warn', message: 'authentication failed', fields: { ip: '192.0.2.1' } },
    ])
    pass(1_000)
    expect((await from('192.0.2.1', RIGHT)).status).toBe(200)
  })

  test('of a key do not slow down other addresses', async () => {
    const { from } = await openBehindProxy()
    for (let i = 0; i < 10; i++) await from('192.0.2.1', GUESS)
    expect((await from('198.51.100.7', RIGHT)).status).toBe(200)
    expect((await from('192.0.2.1', RIGHT)).status).toBe(401)
  })

  test('with the admin token are slowed down in the same way, by address', async () => {
    const { fixture, from, pass } = await openBehindProxy()
    const [right, guess] = [`Bearer ${ADMIN_TOKEN}`, 'Bearer guess']
    for (let i = 0; i < 5; i++) await from('192.0.2.1', guess, '/admin/v1/accounts')
    const { status, body, headers } = await from('192.0.2.1', right, '/admin/v1/accounts')
    expect([status, body.code, headers.get('retry-after')]).toEqual([401, 33001, '1'])
    expect(headers.get('www-authenticate')).toBe('Bearer realm="carillon"')
    expect(await failures(fixture, 'slowed')).toBe(1)
    expect((await from('198.51.100.7', right, '/admin/v1/accounts')).status).toBe(200)
    pass(1_000)
    expect((await from('192.0.2.1', right, '/admin/v1/accounts')).status).toBe(200)
  })

  test('without credentials, or with malformed ones, slow nothing down', async () => {
    const { from } = await openBehindProxy()
    for (let i = 0; i < 20; i++) await from('192.0.2.1', basic(`:${KEY.secret}`))
    expect((await from('192.0.2.1', RIGHT)).status).toBe(200)
  })
})
