import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let admin: TestApi['admin']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  admin = fixture.admin
})

test('users are invited, read by id or e-mail address, changed and listed', async () => {
  await applyAcme(fixture)
  const account = (await fixture.useCases.readAccount.execute({ name: 'Acme' })).id
  const roles = [{ account, role: 'sender' }]
  const invited = await admin('POST', '/users', { body: { email: 'Ann@example.com', roles } })
  expect([invited.status, invited.body]).toEqual([
    201,
    {
      user: {
        id: expect.stringMatching(/^usr_/),
        email: 'ann@example.com',
        name: 'ann',
        status: 'invited',
        isOwner: false,
        roles,
        hasPassword: false,
        hasIdentity: false,
        createdAt: expect.any(String),
      },
      link: {
        purpose: 'invite',
        path: expect.stringMatching(/^\/dashboard\/invite#\S+$/),
        expiresAt: expect.any(String),
      },
    },
  ])
  const { id } = invited.body.user
  for (const name of [id, 'ann%40example.com', 'ANN@example.com']) {
    expect((await admin('GET', `/users/${name}`)).body).toEqual(invited.body.user)
  }
  const changed = await admin('PATCH', `/users/${id}`, { body: { roles: [], isOwner: true, name: 'Ann Lee' } })
  expect(changed.body).toEqual({ ...invited.body.user, roles: [], isOwner: true, name: 'Ann Lee' })
  await admin('POST', '/users', { body: { email: 'bob@example.com' } })
  const first = (await admin('GET', '/users?limit=1')).body
  expect(first.results).toEqual([changed.body])
  expect((await admin('GET', `/users?limit=1&cursor=${first.nextCursor}`)).body).toMatchObject({
    results: [{ email: 'bob@example.com' }],
    nextCursor: null,
  })
})

test('a link for a new password replaces the one before, and both are shown once', async () => {
  const { body: invited } = await admin('POST', '/users', { body: { email: 'ann@example.com' } })
  const { body: again } = await admin('POST', '/users/ann@example.com/reset')
  const read = (path: string) => fixture.useCases.readLink.execute({ token: path.split('#')[1]! })
  await expect(read(invited.link.path)).rejects.toMatchObject({ code: 'link-not-found' })
  expect(await read(again.link.path)).toMatchObject({ email: 'ann@example.com' })
  expect(JSON.stringify((await admin('GET', '/users')).body)).not.toContain('#')
})

test('the audit names the admin token and its address', async () => {
  const { body } = await admin('POST', '/users', { body: { email: 'ann@example.com' } })
  const filters = { account: null, user: null, action: null, from: null, to: null, cursor: null, limit: 10 }
  expect((await fixture.useCases.listAudit.execute(filters)).results).toMatchObject([
    {
      action: 'user.invited',
      actor: { command: 'admin token' },
      address: expect.stringContaining('127.0.0.1'),
      subjects: [body.user.id],
    },
  ])
})

test.each<[string, string, object | undefined, number, number]>([
  ['POST', '/users', {}, 400, 33400],
  ['POST', '/users', { email: 'ann' }, 400, 33400],
  ['POST', '/users', { email: 'ann@example.com', roles: [{ account: 'Acme', role: 'viewer' }] }, 400, 33400],
  ['POST', '/users', { email: 'ann@example.com', roles: [{ account: 'acc_x', role: 'owner' }] }, 400, 33400],
  ['POST', '/users', { email: 'BOB@example.com' }, 409, 33409],
  ['GET', '/users/ann@example.com', undefined, 404, 33404],
  ['GET', '/users/ann', undefined, 404, 33404],
  ['PATCH', '/users/bob@example.com', { isOwner: 'yes' }, 400, 33400],
  ['GET', '/users?cursor=eA', undefined, 400, 33400],
])('%s %s with %j is refused', async (method, path, body, status, code) => {
  await admin('POST', '/users', { body: { email: 'bob@example.com' } })
  expect(await admin(method, path, { body })).toMatchObject({ status, body: { code } })
})
