import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { setUpOwner } from '../testing/fixtures/dashboard-fixture.js'
import { openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let cookie: string
let host: string
beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  cookie = `carillon_session=${(await setUpOwner(fixture)).token}`
  host = new URL(fixture.url).host
})

const SESSION = '/dashboard/api/v1/session'
const JSON_TYPE = { 'content-type': 'application/json' }

const signOut = async (headers: Record<string, string>, raw?: string) => {
  const { status, body } = await fixture.call('DELETE', SESSION, {
    headers: { cookie, ...headers },
    ...(raw && { raw }),
  })
  return status === 204 ? 204 : body.code
}

test('a change needs the word of the browser that it comes from the same origin', async () => {
  const others: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'nonsense' },
    { origin: `http://${host}.evil.example` },
    { origin: `http://user@${host}:1` },
    { referer: `http://${host}/dashboard` },
  ]
  for (const headers of others) expect([headers, await signOut(headers)]).toEqual([headers, 33403])
  // The browser knows better than the header that a proxy may have changed.
  expect(await signOut({ 'sec-fetch-site': 'cross-site', origin: `http://${host}` })).toBe(33403)
  expect((await fixture.call('GET', SESSION, { headers: { cookie } })).status).toBe(200)
  expect(await signOut({ origin: `http://${host}` })).toBe(204)
})

test('signing in needs it too, so that no other site signs its visitors in as somebody', async () => {
  const body = { email: 'olivia@example.com', password: 'correct horse battery' }
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await fixture.call('POST', SESSION, { body, headers })).body.code).toBe(33403)
})

test('a body has a type that a form cannot send', async () => {
  const own = { 'sec-fetch-site': 'same-origin' }
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain;json',
  ]
  for (const type of types) {
    expect([type, await signOut({ ...own, 'content-type': type }, '{}')]).toEqual([type, 33415])
  }
  expect(await signOut({ ...own, ...JSON_TYPE }, '{}')).toBe(204)
})

test('reading needs no such header, because a page of another site cannot see the response', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fixture.call(method, SESSION, {
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null])
  }
})
