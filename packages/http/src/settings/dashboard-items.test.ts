import type { AccountId } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { aPerson } from '../testing/fixtures/dashboard-fixture.js'
import { applyAcme, openTestApi, type Reply, type TestApi } from '../testing/test-api.js'

type Send = (method: string, path: string, body?: object, etag?: string) => Promise<Reply>

let fixture: TestApi
let groups: Record<string, string>
let as: Record<'editor' | 'admin' | 'owner', Send>

beforeEach(async () => {
  const adapters = inMemory()
  fixture = await openTestApi(adapters)
  groups = await applyAcme(fixture, {
    trackingLinks: [{ link: 'go.acme.com/sale', target: 'https://acme.com/sale' }],
  })
  const [{ id }] = (await fixture.useCases.listAccounts.execute()) as unknown as [{ id: AccountId }]
  const sendAs = async (person: Parameters<typeof aPerson>[1]): Promise<Send> => {
    const { token } = await aPerson(adapters, person)
    return (method, path, body, etag) =>
      fixture.dashboard(
        method,
        `/accounts/${id}${path}`,
        { ...(body && { body }), headers: etag === undefined ? {} : { 'if-match': etag } },
        token,
      )
  }
  as = {
    editor: await sendAs({ roles: { [id]: 'editor' } }),
    admin: await sendAs({ roles: { [id]: 'admin' } }),
    owner: await sendAs({ isOwner: true }),
  }
})

test('a group is created, changed with its ETag, and retired once nothing uses it', async () => {
  const created = await as.editor('POST', '/groups', { name: 'Deals', optInType: 'DOUBLE', tags: ['new'] })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ name: 'Deals', default: false, optInType: 'DOUBLE', tags: ['new'] })
  const group = `/groups/${created.body.id}`
  const changed = await as.editor('PATCH', group, { name: 'Offers' }, created.headers.get('etag')!)
  expect([changed.status, changed.body.name]).toEqual([200, 'Offers'])
  const stale = await as.editor('PATCH', group, { default: true }, created.headers.get('etag')!)
  expect([stale.status, stale.body.details.current.name]).toEqual([412, 'Offers'])
  expect((await as.editor('GET', `${group}/settings`)).headers.get('etag')).toBe(changed.headers.get('etag'))
  expect((await as.editor('PATCH', group, { name: 'VIP' })).body.code).toBe(33409)
  expect((await as.editor('PATCH', group, { optInType: 'MAYBE' })).body.details.fields[0].field).toBe('optInType')

  await fixture.api('POST', '/contacts/by-phone/+12025550123', { body: {} })
  await fixture.api('POST', `/contacts/by-phone/+12025550123/groups/${groups['VIP']}`, {
    body: { optInMode: 'SILENT' },
  })
  const segment = await segmentOf('VIPs', { groups: { ids: { notIn: [groups['VIP']] } } })
  const uses = await as.editor('GET', `/groups/${groups['VIP']}/used-by`)
  expect(uses.body).toEqual({
    members: { active: 1, pending: 0 },
    schedules: NONE,
    segments: { totalCount: 1, results: [segment] },
  })
  expect((await as.editor('GET', `${group}/used-by`)).body.segments).toEqual(NONE)
  const refused = await as.editor('DELETE', `/groups/${groups['VIP']}`)
  expect([refused.status, refused.body.details.usedBy.members]).toEqual([409, { active: 1, pending: 0 }])
  expect((await as.editor('DELETE', group)).status).toBe(204)
  expect((await as.editor('DELETE', group)).body.code).toBe(33031)
  expect((await as.editor('DELETE', '/groups/x')).body.code).toBe(33034)
})

const NONE = { totalCount: 0, results: [] }

async function segmentOf(name: string, contact: object) {
  const { body } = await fixture.api('POST', '/segments', { body: { name, filter: { contact } } })
  return { id: body.id, name }
}

test('tags are listed with their groups, created, renamed and removed', async () => {
  const { body } = await as.editor('POST', '/tags', { name: 'gold' })
  expect(body).toMatchObject({ name: 'gold', groups: [] })
  const listed = await as.editor('GET', '/tags')
  const vip = listed.body.results.find(({ name }: { name: string }) => name === 'vip')
  expect(vip.groups).toEqual([{ id: groups['VIP'], name: 'VIP' }])
  expect((await as.editor('PATCH', `/tags/${vip.id}`, { name: 'gold' })).body.code).toBe(33409)
  expect((await as.editor('PATCH', `/tags/${vip.id}`, { name: 'best' })).body.groups).toHaveLength(1)
  expect((await as.editor('DELETE', `/tags/${vip.id}`)).status).toBe(204)
  expect((await as.editor('DELETE', `/tags/${vip.id}`)).body.code).toBe(33404)
})

describe('a custom field', () => {
  const PLAN = '/custom-fields/contact_custom_field_1'

  test('is listed with its ETag, also if it is not active, and changed with it', async () => {
    const { body } = await as.editor('GET', '/custom-fields')
    expect(body.results).toHaveLength(7)
    expect(body.results[6]).toMatchObject({ label: 'Old', status: 'disabled' })
    expect((await as.editor('PATCH', PLAN, { label: 'Tier' })).status).toBe(403)
    const changed = await as.admin('PATCH', PLAN, { label: 'Tier', options: ['Pro'] }, body.results[0].etag)
    expect(changed.body).toMatchObject({ label: 'Tier', options: ['Pro'] })
    expect((await as.admin('PATCH', PLAN, { type: 'TEXT', options: [] })).body.details.fields[0].field).toBe('type')
    expect((await as.admin('PATCH', '/custom-fields/x', {})).body.code).toBe(33404)
  })

  test('tells how many contacts have each option, and is removed', async () => {
    const body = { customFields: { Plan: 'Pro' } }
    await fixture.api('POST', '/contacts/by-phone/+12025550123', { body })
    const segment = await segmentOf('Pros', { not: { customFields: { contact_custom_field_1: { eq: 'Pro' } } } })
    await segmentOf('Others', { customFields: { contact_custom_field_2: { exists: true } } })
    await as.admin('PATCH', PLAN, { options: ['Free'] })
    expect((await as.editor('GET', `${PLAN}/used-by`)).body).toEqual({
      contacts: 1,
      options: [
        { option: 'Free', contacts: 0 },
        { option: 'Pro', contacts: 1 },
      ],
      schedules: NONE,
      filters: { segments: { totalCount: 1, results: [segment] }, schedules: NONE },
      templates: { language: NONE, mergeTag: NONE },
    })
    expect((await as.admin('DELETE', PLAN)).status).toBe(204)
    const created = await as.admin('POST', '/custom-fields', {
      key: 'contact_custom_field_1',
      label: 'Size',
      type: 'NUMBER',
    })
    expect([created.status, created.body.status]).toEqual([201, 'active'])
  })
})

test('the templates whose text a custom field chooses or fills in, and those with a link, are named', async () => {
  const templateOf = async (name: string, body: string, language?: object) => {
    const { body: template } = await fixture.api('POST', '/templates', { body: { name, body, language } })
    return { totalCount: 1, results: [{ id: template.id, name }] }
  }
  await as.admin('PATCH', '/custom-fields/contact_custom_field_1', { options: ['Free', 'Pro'] })
  const variants = { Pro: { body: 'You have {{contact_custom_field_2}}' } }
  const welcome = await templateOf('Welcome', 'Hi', { field: 'contact_custom_field_1', default: 'Free', variants })
  const sale = await templateOf('Sale', 'Look: {{trackingLink "go.acme.com/sale"}}')
  const usesOf = async (item: string) => (await as.editor('GET', `${item}/used-by`)).body.templates
  expect(await usesOf('/custom-fields/contact_custom_field_1')).toEqual({ language: welcome, mergeTag: NONE })
  expect(await usesOf('/custom-fields/contact_custom_field_2')).toEqual({ language: NONE, mergeTag: welcome })
  expect(await usesOf('/tracking-links/go.acme.com%2Fsale')).toEqual(sale)
})

test('a tracking link is registered, gets another target, and is removed', async () => {
  const link = { link: 'go.acme.com/new', target: 'https://acme.com/new' }
  expect((await as.editor('POST', '/tracking-links', link)).body).toMatchObject(link)
  expect((await as.editor('POST', '/tracking-links', link)).body.code).toBe(33409)
  const own = await as.editor('POST', '/tracking-links', { ...link, link: 'go.acme.com/api/x' })
  expect(own.body.details.fields[0].field).toBe('link')
  const path = '/tracking-links/go.acme.com%2Fnew'
  const changed = await as.editor('PATCH', path, { target: 'https://acme.com/newer' })
  expect(changed.body.target).toBe('https://acme.com/newer')
  const segment = await segmentOf('Clicked', { any: [{ clicked: { link: link.link } }] })
  expect((await as.editor('GET', `${path}/used-by`)).body).toEqual({
    sent: 0,
    schedules: NONE,
    filters: { segments: { totalCount: 1, results: [segment] }, schedules: NONE },
    templates: NONE,
  })
  expect((await as.editor('DELETE', path)).status).toBe(403)
  expect((await as.admin('DELETE', path)).status).toBe(204)
  expect((await as.admin('DELETE', path)).body.code).toBe(33404)
})

test('pools are shown with their numbers and people, and not removed while a schedule sends from them', async () => {
  expect((await as.editor('GET', '/pools')).body).toEqual({ results: [] })
  const settings = await as.admin('GET', '/settings')
  expect(settings.body.settings.pools).toEqual([])
  const pools = [{ name: 'East', numbers: ['+12025550100'] }]
  expect((await as.editor('PATCH', '/settings', { pools }, settings.headers.get('etag')!)).status).toBe(403)
  const changed = await as.admin('PATCH', '/settings', { pools }, settings.headers.get('etag')!)
  const [{ id }] = changed.body.settings.pools
  const number = { number: '+12025550100', status: 'active', mms: true, messagesPerSecond: null, people: 0 }
  const shown = { id, name: 'East', messagesPerSecond: null, numbers: [number] }
  expect((await as.editor('GET', '/pools')).body).toEqual({ results: [shown] })
  expect((await as.editor('GET', `/pools/${id}/used-by`)).body.schedules.totalCount).toBe(0)
  expect((await as.editor('GET', '/pools/East/used-by')).body.code).toBe(33404)
  expect((await as.admin('GET', '/numbers/+12025550100/used-by')).body.pools).toEqual([{ id, name: 'East' }])
  const refused = await as.owner('DELETE', '/numbers/+12025550100')
  expect([refused.status, refused.body.details.usedBy]).toEqual([409, { pools: [{ id, name: 'East' }] }])
})

test('a declaration says which pools it left, and refuses faulty ones with their paths', async () => {
  const apply = (account: object) =>
    fixture.admin('POST', '/apply', { body: { account: { name: 'Acme', ...account } } })
  const { body } = await apply({ pools: [{ name: 'East', numbers: ['+12025550100'] }] })
  expect(body.pools).toEqual([{ id: expect.stringMatching(/^pool_/), name: 'East' }])
  const refused = await apply({ pools: [{ id: 'pool_x', name: ' ', numbers: [], sticky: true }] })
  const fields = refused.body.details.fields.map(({ field }: { field: string }) => field).sort()
  const paths = ['id', 'name', 'numbers', 'sticky'].map((name) => `account.pools[0].${name}`)
  expect([refused.status, fields]).toEqual([400, paths])
})

test('a number is added and removed by owners, and changed by admins', async () => {
  expect((await as.admin('POST', '/numbers', { number: '12345' })).status).toBe(403)
  const added = await as.owner('POST', '/numbers', { number: '12345', mms: false })
  expect([added.status, added.body.status]).toEqual([201, 'active'])
  const changed = await as.admin('PATCH', '/numbers/12345', { status: 'inactive' }, added.headers.get('etag')!)
  expect(changed.body).toMatchObject({ number: '12345', status: 'inactive' })
  expect((await as.admin('PATCH', '/numbers/12345', { carrier: 'acme' })).body.code).toBe(33403)
  await as.editor('PATCH', `/groups/${groups['VIP']}`, { sender: '12345' })
  expect((await as.admin('GET', '/numbers/12345/used-by')).body.groups).toEqual([{ id: groups['VIP'], name: 'VIP' }])
  const refused = await as.owner('DELETE', '/numbers/12345')
  expect(refused.body.details.usedBy.groups).toEqual([{ id: groups['VIP'], name: 'VIP' }])
  await as.editor('PATCH', `/groups/${groups['VIP']}`, { sender: null })
  expect((await as.owner('DELETE', '/numbers/12345')).status).toBe(204)
  expect((await as.admin('GET', '/numbers')).body.results).toHaveLength(1)
})
