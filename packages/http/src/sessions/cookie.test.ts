import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { OWNER, setUpOwner } from '../testing/fixtures/dashboard-fixture.js'
import { openTestApi, type TestApi } from '../testing/test-api.js'

const SESSION = '/dashboard/api/v1/session'
const SIGN_IN = { email: OWNER.email, password: OWNER.password }

let fixture: TestApi
let token: string
beforeEach(async () => {
  fixture = await openTestApi(inMemory(), { trustProxy: 1 })
  token = (await setUpOwner(fixture)).token
})

const byHttps = (host = 'sms.example.com') => ({ 'x-forwarded-proto': 'https', 'x-forwarded-host': host })
const byHttp = (host: string) => ({ 'x-forwarded-proto': 'http', 'x-forwarded-host': host })

const signIn = async (headers: Record<string, string>) => {
  const { status, body, headers: received } = await fixture.dashboard('POST', '/session', { body: SIGN_IN, headers })
  return { status, code: body.code, cookie: received.get('set-cookie') }
}
const statusWith = async (cookie: string, headers: Record<string, string>) =>
  (await fixture.call('GET', SESSION, { headers: { cookie, ...headers } })).status

test('by HTTPS, the cookie is bound to the host and out of reach of scripts, other sites and other protocols', async () => {
  const { status, cookie } = await signIn(byHttps())
  expect(status).toBe(200)
  expect(cookie).toMatch(
    /^__Host-carillon_session=[\w-]{16,}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('by plain HTTP, a browser on the same machine gets a cookie with the plain name', async () => {
  for (const host of ['localhost:8080', 'LOCALHOST', 'app.localhost', '127.0.0.1:8080', '127.8.0.1', '[::1]:8080']) {
    const { status, cookie } = await signIn(byHttp(host))
    expect([host, status]).toEqual([host, 200])
    expect(cookie).toMatch(/^carillon_session=[\w-]+; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
  }
})

test('by plain HTTP from another machine, nobody can sign in, and no session is accepted', async () => {
  for (const host of ['sms.example.com', '192.168.1.20:8080', 'localhost.example.com', '127.0.0.1.example.com']) {
    expect([host, await signIn(byHttp(host))]).toEqual([host, { status: 403, code: 33403, cookie: null }])
    for (const name of ['carillon_session', '__Host-carillon_session']) {
      expect(await statusWith(`${name}=${token}`, byHttp(host))).toBe(401)
    }
  }
})

test('a one-time link is refused before it is used', async () => {
  const adapters = inMemory()
  const { useCases, dashboard } = await openTestApi(adapters, { trustProxy: 1 })
  const by = { actor: { command: 'test' }, session: null, address: null }
  const link = (await useCases.createSetupLink.execute({ by }))!
  const accept = (headers: Record<string, string>) =>
    dashboard('POST', '/links/accept', { body: { token: link.token, ...OWNER }, headers })
  expect((await accept(byHttp('sms.example.com'))).status).toBe(403)
  expect((await accept(byHttps())).status).toBe(201)
})

test('without a trusted proxy, the headers of a proxy are ignored', async () => {
  const { dashboard } = await openTestApi(inMemory())
  const { status, headers } = await dashboard('POST', '/session', { body: SIGN_IN, headers: byHttps() })
  expect([status, headers.get('set-cookie')]).toEqual([401, null])
})

test('only the name for the connection is read, and only if it was sent once', async () => {
  const secure = '__Host-carillon_session'
  expect(await statusWith(`a=b; ${secure}=${token}; c`, byHttps())).toBe(200)
  expect(await statusWith(`carillon_session=${token}`, byHttps())).toBe(401)
  expect(await statusWith(`${secure}=${token}`, byHttp('localhost'))).toBe(401)
  expect(await statusWith(`${secure}=planted-by-another; ${secure}=${token}`, byHttps())).toBe(401)
  for (const value of ['', '%00', `${token}x`, `${token}=`, `"${token}"`, 'x'.repeat(8_000)]) {
    expect([value, await statusWith(`${secure}=${value}`, byHttps())]).toEqual([value, 401])
  }
})

test('signing out removes the cookie', async () => {
  const cookie = `__Host-carillon_session=${token}`
  const { status, headers } = await fixture.dashboard('DELETE', '/session', { headers: { ...byHttps(), cookie } })
  expect([status, headers.get('set-cookie')]).toEqual([
    204,
    '__Host-carillon_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
  ])
  expect(await statusWith(cookie, byHttps())).toBe(401)
})
