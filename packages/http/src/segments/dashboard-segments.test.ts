import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { NO_GROUP, openFilters } from '../testing/fixtures/filter-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'
import { TIMETABLE } from '../testing/samples.js'

const ZURICH = { address: { city: { eq: 'zurich' } } }

const open = () => openFilters(inMemory())
let fixture: Awaited<ReturnType<typeof open>>
let viewer: Awaited<ReturnType<typeof signedInTo>>

beforeEach(async () => {
  fixture = await open()
  viewer = await signedInTo(fixture, 'viewer')
})

const count = (contact: unknown) => viewer('POST', '/segments/count', { body: { filter: { contact } } })

test('a viewer counts a filter that is not saved', async () => {
  const { status, body } = await count(ZURICH)
  expect([status, body]).toEqual([200, { contacts: 2, messageable: 1 }])
  expect((await count({ any: [] })).body).toEqual({ contacts: 0, messageable: 0 })
})

test('the count tells which conditions hold for nobody', async () => {
  const { body } = await count({ not: { customFields: { contact_custom_field_7: { eq: 'x' } } } })
  expect(body).toMatchObject({
    contacts: 3,
    unmetConditions: [{ field: 'filter.contact.not.customFields.contact_custom_field_7' }],
  })
})

test('a filter that cannot be counted is refused with the path of its fault', async () => {
  const { status, body } = await count({ tz: { eq: 'Denver' } })
  expect([status, body.code, body.details.fields[0].field]).toEqual([400, 33400, 'filter.contact.tz.eq'])
  expect((await viewer('POST', '/segments/count', { body: {} })).body.details.fields[0].field).toBe('filter')
  expect((await count({ groups: { ids: { in: ['VIP'] } } })).body.code).toBe(33034)
  expect((await count({ groups: { ids: { in: [NO_GROUP] } } })).body.code).toBe(33031)
  expect((await count({ segments: { ids: { in: ['VIP'] } } })).body.code).toBe(33404)
})

test('a viewer reads which segments and schedules use a segment', async () => {
  const editor = await signedInTo(fixture, 'editor')
  const created = async (name: string, contact: object) => {
    const { body } = await editor('POST', '/segments', { body: { name, filter: { contact } } })
    return { id: body.id as string, name }
  }
  const inner = await created('Zürich', ZURICH)
  const usesOf = async (id: string) => (await viewer('GET', `/segments/${id}/used-by`)).body
  const none = { totalCount: 0, results: [] }
  expect(await usesOf(inner.id)).toEqual({ schedules: none, segments: none })
  const outer = await created('Outer', { segments: { ids: { in: [inner.id] } } })
  const { body: schedule } = await fixture.api('POST', '/messaging/broadcast/schedules', {
    body: {
      audience: { filter: { contact: { segments: { ids: { in: [inner.id] } } } } },
      ...{ from: FROM, body: 'Hi', schedule: TIMETABLE },
    },
  })
  expect(await usesOf(inner.id)).toMatchObject({
    schedules: { totalCount: 1, results: [{ id: schedule.id, body: 'Hi', status: 'active' }] },
    segments: { totalCount: 1, results: [outer] },
  })
  expect((await usesOf(outer.id)).segments).toEqual(none)
  expect((await usesOf('Outer')).code).toBe(33404)
})

test('an editor changes segments, a viewer only reads them, and every change is in the audit', async () => {
  const editor = await signedInTo(fixture, 'editor')
  const fields = { name: 'Zürich', filter: { contact: ZURICH } }
  expect((await viewer('POST', '/segments', { body: fields })).status).toBe(403)
  const created = await editor('POST', '/segments', { body: fields })
  expect([created.status, created.body.filter]).toEqual([201, { contact: ZURICH }])
  const one = `/segments/${created.body.id}`
  expect((await viewer('GET', one)).body).toEqual(created.body)
  expect((await viewer('GET', `${one}/count`)).body).toEqual({ contacts: 2, messageable: 1 })
  expect((await viewer('GET', '/segments?name=z')).body).toMatchObject({ totalCount: 1, results: [created.body] })
  expect((await editor('PATCH', one, { body: { name: 'Swiss' } })).body.name).toBe('Swiss')
  expect((await editor('DELETE', one)).status).toBe(204)
  const admin = await signedInTo(fixture, 'admin')
  const actions = (await admin('GET', '/audit')).body.results.map(({ action }: { action: string }) => action)
  expect(actions.slice(0, 3)).toEqual(['segment.removed', 'segment.changed', 'segment.created'])
  await count(ZURICH)
  expect((await admin('GET', '/audit')).body.results).toHaveLength(actions.length)
})
