import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { aServer, type TestServer } from '../../testing/service/a-server.js'
import { createDemoAccount, DEMO_CONTACT, warnOfDemoKey } from './demo-account.js'

let server: TestServer

beforeEach(async () => {
  server = await aServer()
})

afterEach(() => server.stop())

test('without any account, a demo account with a working key, contacts and groups is created', async () => {
  const key = await createDemoAccount(server.useCases)
  const account = await server.useCases.authenticate.execute({ keyId: key!.id, secret: key!.secret })
  expect(account).toMatchObject({ name: 'Demo', capabilities: { silentOptIn: true } })
  const url = `${server.url}/api/v1/contacts/by-phone/${encodeURIComponent(DEMO_CONTACT)}`
  const authorization = `Basic ${btoa(`${key!.id}:${key!.secret}`)}`
  const contact = (await (await fetch(url, { headers: { authorization } })).json()) as object
  expect(contact).toMatchObject({
    tz: 'America/New_York',
    groups: [{ name: 'Newsletter', tags: [{ name: 'weekly' }] }, { name: 'VIP' }],
  })
  const groups = await server.useCases.listGroups.execute({ account, query: { page: 1, limit: 10, name: null } })
  expect(
    groups.results.map(({ name, optInType, isDefault, contactCount }) => [name, optInType, isDefault, contactCount]),
  ).toEqual(
    expect.arrayContaining([
      ['Newsletter', 'SINGLE', true, 3],
      ['VIP', 'DOUBLE', false, 2],
    ]),
  )
  const form = await (await fetch(`${server.url}/opt-in/${key!.group}`)).text()
  expect(form).toContain('<title>Texts from Demo: Newsletter</title>')
})

test('with an existing account, nothing is created', async () => {
  await server.useCases.applyAccount.execute({ declaration: { name: 'Acme' }, prune: false })
  expect(await createDemoAccount(server.useCases)).toBeNull()
  expect((await server.useCases.listAccounts.execute()).map(({ name }) => name)).toEqual(['Acme'])
})

test('only one of several concurrent calls creates the account and gets the secret', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => createDemoAccount(server.useCases)))
  expect(keys.filter((key) => key !== null)).toHaveLength(1)
})

test('a warning about an earlier demo account names the command that revokes its key', async () => {
  const { id, secret } = (await createDemoAccount(server.useCases))!
  const account = await server.useCases.authenticate.execute({ keyId: id, secret })
  const lines: string[] = []
  const stderr = { write: (line: string) => lines.push(line) > 0 }
  await warnOfDemoKey({ find: async () => null }, stderr)
  expect(lines).toEqual([])
  await warnOfDemoKey({ find: async (keyId) => (keyId === id ? { secretHash: '', account } : null) }, stderr)
  expect(lines).toEqual([
    'Warning: the demo key key_tryout of an earlier start can now text real phones: to revoke it, run carillon keys revoke Demo key_tryout\n',
  ])
})
