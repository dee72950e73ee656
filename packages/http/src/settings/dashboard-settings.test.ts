import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { aPerson } from '../testing/fixtures/dashboard-fixture.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let admin: ReturnType<typeof asRole>
let owner: ReturnType<typeof asRole>

beforeEach(async () => {
  const adapters = inMemory()
  fixture = await openTestApi(adapters)
  await applyAcme(fixture)
  const [account] = await fixture.useCases.listAccounts.execute()
  admin = asRole((await aPerson(adapters, { roles: { [account!.id]: 'admin' } })).token, account!.id)
  owner = asRole((await aPerson(adapters, { isOwner: true })).token, account!.id)
})

const asRole = (token: string, account: string) => ({
  read: () => fixture.dashboard('GET', `/accounts/${account}/settings`, {}, token),
  change: (body: object, etag: string | null) =>
    fixture.dashboard(
      'PATCH',
      `/accounts/${account}/settings`,
      { body, headers: etag === null ? {} : { 'if-match': etag } },
      token,
    ),
})

test('settings are read with a strong ETag, and changed with it', async () => {
  const { body, headers } = await admin.read()
  expect(body.settings).toMatchObject({ name: 'Acme', timezone: 'UTC', optInForm: { open: true } })
  expect(body.ownerOnly).toContain('dailyMessageQuota')
  expect((await owner.read()).body).toEqual({ settings: body.settings, ownerOnly: [] })
  const etag = headers.get('etag')!
  expect(etag).toMatch(/^"/)

  const changed = await admin.change({ timezone: 'europe/paris' }, etag)
  expect([changed.status, changed.body.settings]).toEqual([200, { ...body.settings, timezone: 'Europe/Paris' }])
  expect(changed.headers.get('etag')).toBe((await admin.read()).headers.get('etag'))
})

test('a change needs If-Match, and is refused if anybody has changed the settings, also by a declaration', async () => {
  const { body, headers } = await admin.read()
  expect(await admin.change({ timezone: 'Europe/Paris' }, null)).toMatchObject({ status: 428, body: { code: 33428 } })
  await applyAcme(fixture, { refuseLandlines: true })
  const stale = await admin.change({ timezone: 'Europe/Paris' }, headers.get('etag'))
  expect(stale).toMatchObject({ status: 412, body: { code: 33412 } })
  expect(stale.body.details.current).toEqual({ ...body.settings, refuseLandlines: true })
  expect((await admin.change({ timezone: 'Europe/Paris' }, stale.headers.get('etag'))).status).toBe(200)
})

test('faults have the paths of the settings; settings of the service are for owners', async () => {
  const etag = (await admin.read()).headers.get('etag')
  const { body } = await admin.change({ timezone: 'EST', retention: { clicks: 1 }, optInForm: { termsUrl: 'x' } }, etag)
  expect(body.details.fields.map(({ field }: { field: string }) => field)).toEqual([
    'timezone',
    'optInForm.termsUrl',
    'retention.clicks',
  ])
  const refused = await admin.change({ dailyMessageQuota: 5 }, etag)
  expect(refused).toMatchObject({ status: 403, body: { code: 33403 } })
  expect(refused.body.details.fields).toEqual([
    { field: 'dailyMessageQuota', message: 'can only be changed by an owner of the service' },
  ])
  expect((await owner.change({ dailyMessageQuota: 5 }, etag)).status).toBe(200)
})
