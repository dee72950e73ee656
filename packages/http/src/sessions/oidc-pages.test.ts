import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openTestApi } from '../testing/test-api.js'
import type { IdentityProvider } from './identity-provider.js'

/** The tests of apps/server sign in at a real issuer. */
const IDENTITY_PROVIDER: IdentityProvider = {
  name: 'Acme ID',
  begin: async (redirectUri) => ({
    url: `https://id.example.com/auth?redirect_uri=${encodeURIComponent(redirectUri)}`,
    checks: { state: 'a-state', nonce: 'a-nonce', codeVerifier: 'a-verifier' },
  }),
  finish: async (callbackUrl) => ({
    issuer: 'https://id.example.com',
    subject: new URL(callbackUrl).searchParams.get('code')!,
  }),
}

const BY_HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'sms.example.com' }
const START = '/dashboard/oidc/start'
const CALLBACK = '/dashboard/oidc/callback'

function open() {
  const adapters = inMemory()
  return openTestApi(adapters, { trustProxy: 1, dashboard: { adapters, identityProvider: IDENTITY_PROVIDER } })
}

type Service = Awaited<ReturnType<typeof open>>

/** Without following redirects. */
async function visit({ url }: Service, path: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(url + path, { redirect: 'manual', headers })
  const [cookie = ''] = response.headers.getSetCookie()
  return { status: response.status, location: response.headers.get('location'), cookie }
}

test('a flow goes to the issuer and back to the address of the browser, in a cookie out of reach of others', async () => {
  const { status, location, cookie } = await visit(await open(), START, BY_HTTPS)
  const back = encodeURIComponent('https://sms.example.com/dashboard/oidc/callback')
  expect([status, location]).toEqual([303, `https://id.example.com/auth?redirect_uri=${back}`])
  expect(cookie).toMatch(
    /^__Host-carillon_oidc=[\w-]+; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(cookie).not.toContain('a-verifier')
})

test('an invited person signs in, and the flow ends', async () => {
  const service = await open()
  const by = { actor: { command: 'test' }, session: null, address: null }
  const { link } = await service.useCases.inviteUser.execute({ by, email: 'ann@example.com', roles: [] })
  const begun = await service.dashboard('POST', '/links/oidc', { body: { token: link.token }, headers: BY_HTTPS })
  expect(begun.body).toEqual({ url: expect.stringContaining('https://id.example.com/auth?') })
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
  const response = await fetch(`${service.url}${CALLBACK}?code=ann`, {
    redirect: 'manual',
    headers: { ...BY_HTTPS, cookie },
  })
  expect(response.headers.get('location')).toBe('../')
  const [ended, session] = response.headers.getSetCookie()
  expect(ended).toMatch(/^__Host-carillon_oidc=; .*Expires=Thu, 01 Jan 1970/)
  expect(session).toMatch(/^__Host-carillon_session=[\w-]+;/)
})

test.each(['', 'x'.repeat(40), Buffer.from('sealed-e30=').toString('base64url')])(
  'a browser that has begun no flow gets no session: %j',
  async (value) => {
    const cookie = `__Host-carillon_oidc=${value}`
    const { location } = await visit(await open(), `${CALLBACK}?code=ann`, { ...BY_HTTPS, cookie })
    expect(location).toBe('../sign-in?oidc=expired')
  },
)

test('nobody signs in by plain HTTP from another machine', async () => {
  const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'sms.example.com' }
  expect((await visit(await open(), START, headers)).status).toBe(403)
})

test('without an issuer, links are accepted with a password only', async () => {
  const service = await openTestApi(inMemory())
  expect((await service.dashboard('GET', '/sign-in')).body).toMatchObject({ oidc: null })
  const by = { actor: { command: 'test' }, session: null, address: null }
  const { link } = await service.useCases.inviteUser.execute({ by, email: 'ann@example.com', roles: [] })
  expect((await service.dashboard('POST', '/links/oidc', { body: { token: link.token } })).status).toBe(404)
})
