import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { aPerson, OWNER, setUpOwner, tokenOf } from '../testing/fixtures/dashboard-fixture.js'
import { ACME, ADMIN_TOKEN, authorized, KEY, openTestApi, type TestApi } from '../testing/test-api.js'

const HOUR_MS = 3_600_000

let adapters: MemoryAdapters
let fixture: TestApi
beforeEach(async () => {
  adapters = inMemory()
  fixture = await openTestApi(adapters)
})

const signIn = (body: object, token: string | null = null) => fixture.dashboard('POST', '/session', { body }, token)
const statusOf = async (token: string) => (await fixture.dashboard('GET', '/session', {}, token)).status

describe('signing in', () => {
  test('tells who is signed in, and which accounts the user may open with which role', async () => {
    const { useCases } = fixture
    const { account } = await useCases.applyAccount.execute({ declaration: ACME, prune: false })
    const { account: other } = await useCases.applyAccount.execute({ declaration: { name: 'Beta' }, prune: false })
    const owner = await setUpOwner(fixture)
    const { status, body } = await signIn(OWNER_FIELDS)
    expect(status).toBe(200)
    expect(body).toEqual({
      user: { id: owner.user, name: OWNER.name, email: OWNER.email, isOwner: true },
      session: { id: expect.stringMatching(/^ses_/), createdAt: expect.anything(), expiresAt: expect.anything() },
      accounts: [
        { id: account.id, name: 'Acme', timezone: 'UTC', smartEncoding: false, role: 'owner' },
        { id: other.id, name: 'Beta', timezone: 'UTC', smartEncoding: false, role: 'owner' },
      ],
      hasSimulatedPhones: false,
    })
    const editor = await aPerson(adapters, { roles: { [other.id]: 'editor' } })
    const session = await fixture.dashboard('GET', '/session', {}, editor.token)
    expect(session.body.accounts).toEqual([
      { id: other.id, name: 'Beta', timezone: 'UTC', smartEncoding: false, role: 'editor' },
    ])
  })

  test('fails with the same answer for a wrong password and for an unknown user', async () => {
    await setUpOwner(fixture)
    const wrong = await signIn({ ...OWNER_FIELDS, password: 'not the right one' })
    const unknown = await signIn({ ...OWNER_FIELDS, email: 'nobody@example.com' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 33001 } })
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.headers.get('www-authenticate')).toBeNull()
    const failures = fixture.log.filter(({ message }) => message === 'sign-in failed')
    expect(failures.map(({ fields }) => fields['reason'])).toEqual(['wrong', 'wrong'])
    expect(JSON.stringify(failures)).not.toContain('example.com')
    expect(await fixture.registry.metrics()).toContain('carillon_http_authentication_failures_total{reason="wrong"} 2')
  })

  test('says how long to wait after several failures, and does not check the password meanwhile', async () => {
    await setUpOwner(fixture)
    const tries = []
    for (let i = 0; i < 20; i++) tries.push(await signIn({ ...OWNER_FIELDS, password: 'not the right one' }))
    const last = tries.at(-1)!
    expect([last.status, last.body.code]).toEqual([429, 33429])
    const seconds = Number(last.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect((await signIn(OWNER_FIELDS)).status).toBe(429)
    adapters.clock.advance(seconds * 1_000)
    expect((await signIn(OWNER_FIELDS)).status).toBe(200)
  })

  test('makes a new session each time, and ends the one that the browser had', async () => {
    const { token } = await setUpOwner(fixture)
    const signedIn = await signIn(OWNER_FIELDS, token)
    const next = tokenOf(signedIn)
    expect(next).not.toBe(token)
    expect([await statusOf(token), await statusOf(next)]).toEqual([401, 200])
  })

  test.each([{}, { email: OWNER.email }, { email: 5, password: 'x' }, { ...OWNER, token: 'x' }])(
    'refuses the body %j',
    async (body) => expect(await signIn(body)).toMatchObject({ status: 400, body: { code: 33400 } }),
  )
})

describe('a session', () => {
  test('ends 12 hours after its last use', async () => {
    const { token } = await setUpOwner(fixture)
    adapters.clock.advance(11 * HOUR_MS)
    expect(await statusOf(token)).toBe(200)
    adapters.clock.advance(11 * HOUR_MS)
    expect(await statusOf(token)).toBe(200)
    adapters.clock.advance(12 * HOUR_MS)
    expect(await statusOf(token)).toBe(401)
  })

  test('ends when its user signs out, and only that one', async () => {
    const { token } = await setUpOwner(fixture)
    const other = tokenOf(await signIn(OWNER_FIELDS))
    expect((await fixture.dashboard('DELETE', '/session', {}, token)).status).toBe(204)
    expect([await statusOf(token), await statusOf(other)]).toEqual([401, 200])
  })

  test('of a disabled user is refused', async () => {
    const { token } = await aPerson(adapters, { disabledAt: adapters.clock.now() })
    expect(await statusOf(token)).toBe(401)
  })

  test('may make 600 requests a minute, and they do not count towards the limits of an account', async () => {
    const { account } = await fixture.useCases.applyAccount.execute({ declaration: ACME, prune: false })
    const { token } = await aPerson(adapters, { roles: { [account.id]: 'viewer' } })
    const read = () => fixture.dashboard('GET', `/accounts/${account.id}/groups`, {}, token)
    for (let i = 0; i < 600; i++) if (i % 100 === 0) expect((await read()).status).toBe(200)
    const left = 594
    for (let i = 0; i < left; i++) await fetch(`${fixture.url}/dashboard/api/v1/session`, cookieOf(token))
    const refused = await read()
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      33002,
      true,
    ])
    expect((await fixture.api('GET', '/groups')).headers.get('ratelimit-remaining')).toBe('149')
  }, 30_000)
})

describe('each kind of credentials is good at one API', () => {
  test('a session is no key and no admin token', async () => {
    const { token } = await setUpOwner(fixture)
    for (const path of ['/api/v1/groups', '/admin/v1/accounts']) {
      const cookie = `carillon_session=${token}; __Host-carillon_session=${token}`
      for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }]) {
        const { status, body } = await fixture.call('GET', path, { headers })
        expect([path, status, body.code]).toEqual([path, 401, 33001])
      }
    }
  })

  test('a key and the admin token are no session', async () => {
    const { account } = await fixture.useCases.applyAccount.execute({ declaration: ACME, prune: false })
    const given = [authorized(KEY), { authorization: `Bearer ${ADMIN_TOKEN}` }]
    const values = [
      ...given,
      { cookie: `carillon_session=${ADMIN_TOKEN}` },
      { cookie: `carillon_session=${KEY.secret}` },
    ]
    for (const headers of values) {
      for (const path of ['/session', `/accounts/${account.id}/groups`]) {
        expect((await fixture.dashboard('GET', path, { headers })).status).toBe(401)
      }
    }
  })
})

const OWNER_FIELDS = { email: OWNER.email, password: OWNER.password }

function cookieOf(token: string): RequestInit {
  return { headers: { cookie: `carillon_session=${token}` } }
}
