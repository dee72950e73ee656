import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { aPerson, OWNER, setUpOwner, tokenOf } from '../testing/fixtures/dashboard-fixture.js'
import { ACME, openTestApi, type TestApi } from '../testing/test-api.js'

let adapters: MemoryAdapters
let fixture: TestApi
let owner: string
let account: string

beforeEach(async () => {
  adapters = inMemory()
  fixture = await openTestApi(adapters)
  owner = (await setUpOwner(fixture)).token
  account = (await fixture.useCases.applyAccount.execute({ declaration: ACME, prune: false })).account.id
})

const as = (token: string) => (method: string, path: string, body?: object) =>
  fixture.dashboard(method, path, body === undefined ? {} : { body }, token)
const tokenOfLink = (path: string) => path.split('#')[1]!
const join = async (path: string) => {
  const body = { token: tokenOfLink(path), name: 'Ann Lee', password: 'a long password' }
  return tokenOf(await fixture.dashboard('POST', '/links/accept', { body }))
}

describe('one’s own user', () => {
  test('has a name and a zone that change', async () => {
    const { status, body } = await as(owner)('PATCH', '/user', { name: 'Olga', timezone: 'Europe/Paris' })
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), name: 'Olga', email: OWNER.email, isOwner: true, timezone: 'Europe/Paris' },
    ])
    expect((await as(owner)('PATCH', '/user', { timezone: null })).body.timezone).toBeUndefined()
    expect((await as(owner)('PATCH', '/user', { timezone: 'CET' })).status).toBe(400)
  })

  test('has a password that changes, which renews this session and ends all others', async () => {
    const other = tokenOf(
      await fixture.dashboard('POST', '/session', { body: { email: OWNER.email, password: OWNER.password } }),
    )
    const wrong = await as(owner)('PATCH', '/user', {
      password: { current: 'not this one', new: 'a new long password' },
    })
    expect(wrong).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'password.current' }] } } })
    const changed = await as(owner)('PATCH', '/user', {
      password: { current: OWNER.password, new: 'a new long password' },
    })
    const statuses = []
    for (const token of [owner, other, tokenOf(changed)]) statuses.push((await as(token)('GET', '/session')).status)
    expect(statuses).toEqual([401, 401, 200])
  })

  test('has sessions that are listed and ended', async () => {
    const other = tokenOf(
      await fixture.dashboard('POST', '/session', { body: { email: OWNER.email, password: OWNER.password } }),
    )
    const { results } = (await as(owner)('GET', '/sessions')).body
    expect(results).toHaveLength(2)
    const ended = results.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    expect((await as(owner)('DELETE', `/sessions/${ended.id}`)).status).toBe(204)
    expect((await as(owner)('DELETE', `/sessions/${ended.id}`)).status).toBe(404)
    expect((await as(other)('GET', '/session')).status).toBe(401)
  })
})

describe('an owner', () => {
  test('invites, changes and disables users, and ends their sessions', async () => {
    const roles = [{ account, role: 'sender' }]
    const invited = await as(owner)('POST', '/users', { email: 'ann@example.com', roles })
    expect(invited.status).toBe(201)
    const { user, link } = invited.body
    const ann = await join(link.path)
    expect((await as(ann)('GET', '/session')).body.accounts).toMatchObject([{ id: account, role: 'sender' }])
    const { results } = (await as(owner)('GET', `/users/${user.id}/sessions`)).body
    expect(results).toMatchObject([{ isCurrent: false }])
    const ended = `/users/${user.id}/sessions/${results[0].id}`
    expect((await as(owner)('DELETE', ended.replace(user.id, OWNER.email))).status).toBe(404)
    expect((await as(owner)('DELETE', ended)).status).toBe(204)
    expect((await as(owner)('DELETE', ended)).status).toBe(404)
    expect((await as(ann)('GET', '/session')).status).toBe(401)
  })

  test('ends all sessions of a user, and disables the user', async () => {
    const roles = [{ account, role: 'sender' }]
    const { user, link } = (await as(owner)('POST', '/users', { email: 'ann@example.com', roles })).body
    const ann = await join(link.path)
    expect((await as(owner)('DELETE', `/users/${user.id}/sessions`)).status).toBe(204)
    expect((await as(ann)('GET', '/session')).status).toBe(401)
    const disabled = await as(owner)('PATCH', `/users/${user.id}`, { isDisabled: true })
    expect(disabled.body).toMatchObject({ status: 'disabled' })
    expect((await as(owner)('POST', `/users/${user.id}/reset`)).status).toBe(409)
    expect((await as(owner)('GET', '/users')).body.results).toMatchObject([
      { email: 'ann@example.com', name: 'Ann Lee', status: 'disabled' },
      { email: OWNER.email, isOwner: true },
    ])
  })

  test('reads who has changed what, in steps and by filters, and as a file', async () => {
    const { body } = await as(owner)('POST', '/users', { email: 'ann@example.com' })
    const first = (await as(owner)('GET', '/audit?limit=1')).body
    expect(first.results).toMatchObject([
      {
        action: 'user.invited',
        actor: { name: OWNER.name, email: OWNER.email },
        session: expect.stringMatching(/^ses_/),
        address: expect.stringContaining('127.0.0.1'),
        account: null,
        subjects: [body.user.id],
      },
    ])
    const rest = (await as(owner)('GET', `/audit?cursor=${first.nextCursor}`)).body
    expect(rest).toMatchObject({ results: [{ action: 'user.set-up' }, { action: 'link.created' }], nextCursor: null })
    const only = async (query: string) => (await as(owner)('GET', `/audit?${query}`)).body.results.length
    expect(await only('action=link.')).toBe(1)
    expect(await only(`account=${account}`)).toBe(0)
    expect(await only('from=2030-01-01T00:00:00Z')).toBe(0)
    const headers = { accept: 'text/csv' }
    const { text } = await fixture.dashboard('GET', '/audit', { headers }, owner)
    expect(text.trimEnd().split('\r\n')).toHaveLength(4)
    expect(text).toMatch(/^id,at,userId,user,command,session,address,account,action,subjects,details\r\naud_/)
  })

  test.each(['user=x', 'account=x', 'action=%C3%A9', 'from=yesterday', 'cursor=x'])(
    'cannot filter by %s',
    async (query) => {
      expect((await as(owner)('GET', `/audit?${query}`)).status).toBe(400)
    },
  )
})

describe('an admin of an account', () => {
  const users = () => `/accounts/${account}/users`

  test('invites colleagues to it, changes their roles and takes them out', async () => {
    const admin = (await aPerson(adapters, { roles: { [account]: 'admin' } })).token
    const invited = await as(admin)('POST', users(), { email: 'bob@example.com', role: 'viewer' })
    expect([invited.status, invited.body.user.role]).toEqual([201, 'viewer'])
    const bob = await join(invited.body.link.path)
    expect((await as(bob)('GET', users())).status).toBe(403)
    const { id } = invited.body.user
    expect((await as(admin)('PATCH', `${users()}/${id}`, { role: 'editor' })).body).toMatchObject({ role: 'editor' })
    expect((await as(bob)('GET', '/session')).status).toBe(401)
    expect((await as(admin)('GET', users())).body.results).toHaveLength(2)
    expect((await as(admin)('DELETE', `${users()}/${id}`)).status).toBe(204)
    expect((await as(admin)('DELETE', `${users()}/${id}`)).status).toBe(404)
    const entries = (await as(admin)('GET', `/accounts/${account}/audit`)).body.results
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'user.removed',
      'user.changed',
      'user.invited',
    ])
  })

  test('cannot make an owner, nor see or change users and the audit of the service', async () => {
    const admin = (await aPerson(adapters, { roles: { [account]: 'admin' } })).token
    expect((await as(admin)('POST', users(), { email: 'bob@example.com', role: 'owner' })).status).toBe(400)
    for (const path of ['/users', '/audit']) expect((await as(admin)('GET', path)).status).toBe(403)
    const olivia = (await as(owner)('GET', `/users/${OWNER.email}`)).body
    for (const path of [`/users/${olivia.id}`, `${users()}/${olivia.id}`]) {
      expect([403, 404]).toContain((await as(admin)('PATCH', path, { role: 'viewer' })).status)
    }
  })
})
