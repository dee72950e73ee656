import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { AS_POOR, FROM } from '../testing/fixtures/messaging-fixture.js'
import { NO_GROUP, NO_SEGMENT, openFilters } from '../testing/fixtures/filter-fixture.js'
import { TIMETABLE } from '../testing/samples.js'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const ZURICH = { address: { city: { eq: 'zurich' } } }
const within = (...ids: readonly string[]) => ({ segments: { ids: { in: ids } } })

const open = () => openFilters(inMemory({ now: NOW }))
let fixture: Awaited<ReturnType<typeof open>>
let api: typeof fixture.api

beforeEach(async () => {
  fixture = await open()
  api = fixture.api
})

const idOf = async (contact: unknown, name = 'Segment'): Promise<string> =>
  (await fixture.create(contact, name)).body.id
const change = (id: string, body: object) => api('PATCH', `/segments/${id}`, { body })

describe('a segment', () => {
  test('is a filter with a name', async () => {
    const { status, body } = await fixture.create(ZURICH, 'Zürich')
    const times = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() }
    const segment = { id: expect.stringMatching(/^seg_[0-9a-z]{26}$/), name: 'Zürich', filter: { contact: ZURICH } }
    expect([status, body]).toEqual([201, { ...segment, ...times }])
    expect((await api('GET', `/segments/${body.id}`)).body).toEqual(body)
  })

  test('is changed by what the body has, and its filter is replaced as a whole', async () => {
    const id = await idOf(ZURICH)
    fixture.clock.advance(1_000)
    const renamed = await change(id, { name: 'Swiss' })
    expect(renamed.body).toMatchObject({ name: 'Swiss', filter: { contact: ZURICH }, createdAt: NOW.toISOString() })
    expect(renamed.body.updatedAt).toBe('2026-03-01T12:00:01.000Z')
    const everybody = { contact: { all: [] } }
    const headers = { 'content-type': 'application/merge-patch+json' }
    const replaced = await api('PATCH', `/segments/${id}`, { body: { filter: everybody }, headers })
    expect(replaced.body).toMatchObject({ name: 'Swiss', filter: everybody })
    expect((await api('PATCH', `/segments/${id}`)).body).toEqual(replaced.body)
  })

  test('is removed, and then not found', async () => {
    const id = await idOf(ZURICH)
    expect((await api('DELETE', `/segments/${id}`)).status).toBe(204)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/count'],
    ] as const) {
      for (const unknown of [id, NO_SEGMENT, 'VIP']) {
        const { status, body } = await api(method, `/segments/${unknown}${path}`)
        expect([method, path, status, body.code]).toEqual([method, path, 404, 33404])
      }
    }
  })

  test('has a name of 1 to 100 characters that no other segment has, ignoring case', async () => {
    await idOf(ZURICH, 'Swiss')
    expect((await fixture.create(ZURICH, '🔔'.repeat(100))).status).toBe(201)
    for (const name of ['', '🔔'.repeat(101), ' Swiss', 'x\u0000']) {
      const { status, body } = await fixture.create(ZURICH, name)
      expect([status, body.details.fields[0].field]).toEqual([400, 'name'])
    }
    const { status, body } = await fixture.create(ZURICH, 'SWISS')
    expect([status, body.code]).toEqual([409, 33409])
    const other = await idOf(ZURICH, 'Other')
    expect((await change(other, { name: 'swiss' })).status).toBe(409)
    expect((await change(other, { name: 'OTHER' })).status).toBe(200)
  })

  test('is listed newest first, in pages, by part of the name', async () => {
    for (const name of ['Swiss VIP', 'US VIP', 'Birthdays']) await idOf(ZURICH, name)
    const namesIn = async (query: string) => {
      const { body } = await api('GET', `/segments?${query}`)
      return [body.totalCount, ...(body.results as { name: string }[]).map(({ name }) => name)]
    }
    expect(await namesIn('limit=2')).toEqual([3, 'Birthdays', 'US VIP'])
    expect(await namesIn('limit=2&page=2')).toEqual([3, 'Swiss VIP'])
    expect(await namesIn('name=vip')).toEqual([2, 'US VIP', 'Swiss VIP'])
    expect(await namesIn('name=%25')).toEqual([0])
    for (const query of ['page=0', 'limit=x', 'name=a&name=b'])
      expect((await api('GET', `/segments?${query}`)).body.code).toBe(33400)
  })

  test('counts its contacts, and those that may be texted', async () => {
    const id = await idOf(ZURICH)
    expect((await api('GET', `/segments/${id}/count`)).body).toEqual({ contacts: 2, messageable: 1 })
  })

  test('tells which of its conditions hold for nobody', async () => {
    const id = await idOf({ any: [{ customFields: { contact_custom_field_7: { eq: 'x' } } }, ZURICH] })
    expect((await api('GET', `/segments/${id}/count`)).body).toEqual({
      contacts: 2,
      messageable: 1,
      unmetConditions: [
        {
          field: 'filter.contact.any[0].customFields.contact_custom_field_7',
          message: expect.stringContaining('holds for nobody'),
        },
      ],
    })
  })
})

describe('segments that name segments', () => {
  test('find what these find at the time', async () => {
    const inner = await idOf(ZURICH, 'Inner')
    const outer = await idOf({ not: within(inner) }, 'Outer')
    expect(await fixture.found(within(outer))).toEqual(['Bob'])
    await change(inner, { filter: { contact: { firstName: { startsWith: 'b' } } } })
    expect(await fixture.found(within(outer))).toEqual(['Ann', 'Cy'])
  })

  test('must not form a circle', async () => {
    const first = await idOf(ZURICH, 'First')
    const second = await idOf(within(first), 'Second')
    const third = await idOf({ any: [{ not: within(second) }] }, 'Third')
    for (const named of [first, second, third]) {
      const { status, body } = await change(first, { filter: { contact: { all: [within(named)] } } })
      expect([status, body.code, body.details.fields[0].field]).toEqual([400, 33400, 'filter.contact'])
    }
    expect((await api('GET', `/segments/${first}`)).body.filter).toEqual({ contact: ZURICH })
  })
})

describe('a segment that is in use', () => {
  test('is not removed: schedules and segments that name it are told', async () => {
    const id = await idOf(ZURICH, 'Used')
    const segment = await idOf({ not: within(id) }, 'Using')
    const body = { audience: { filter: { contact: within(id) } }, from: FROM, body: 'Hi', schedule: TIMETABLE }
    const schedule = await api('POST', '/messaging/broadcast/schedules', { body })
    const removal = await api('DELETE', `/segments/${id}`)
    expect([removal.status, removal.body.code]).toEqual([409, 33409])
    expect(removal.body.details).toEqual({ schedules: [schedule.body.id], segments: [segment] })
    await api('DELETE', `/messaging/broadcast/schedules/${schedule.body.id}`)
    expect((await api('DELETE', `/segments/${id}`)).body.details).toEqual({ schedules: [], segments: [segment] })
    await api('DELETE', `/segments/${segment}`)
    expect((await api('DELETE', `/segments/${id}`)).status).toBe(204)
  })
})

describe('the segments of another account', () => {
  test('are not found, listed, changed or named, and neither are its groups', async () => {
    await fixture.openPoor()
    const id = await idOf(ZURICH, 'Ours')
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/count'],
    ] as const) {
      const { status, body } = await api(method, `/segments/${id}${path}`, AS_POOR)
      expect([method, path, status, body.code]).toEqual([method, path, 404, 33404])
    }
    expect((await api('GET', '/segments', AS_POOR)).body.totalCount).toBe(0)
    expect((await fixture.create(within(id), 'Theirs', AS_POOR)).body.code).toBe(33404)
    const groups = { groups: { ids: { notIn: [fixture.groups['VIP']] } } }
    expect((await fixture.create(groups, 'Theirs', AS_POOR)).body.code).toBe(33031)
    const link = { clicked: { link: 'go.acme.com/sale' } }
    expect((await fixture.create(link, 'Theirs', AS_POOR)).body.details.fields[0].field).toBe(
      'filter.contact.clicked.link',
    )
    expect((await fixture.create(ZURICH, 'Ours', AS_POOR)).status).toBe(201)
    expect((await api('GET', `/segments/${id}`)).body.name).toBe('Ours')
  })

  test('do not count its contacts', async () => {
    await fixture.openPoor()
    const { id } = (await fixture.create({ all: [] }, 'All', AS_POOR)).body
    expect((await api('GET', `/segments/${id}/count`, AS_POOR)).body).toEqual({ contacts: 1, messageable: 1 })
  })
})

test('a filter names groups and segments that exist', async () => {
  const groups = (...ids: readonly string[]) => ({ groups: { ids: { in: ids } } })
  for (const [contact, status, code] of [
    [groups('VIP'), 400, 33034],
    [groups(''), 400, 33034],
    [groups(fixture.groups['VIP']!, NO_GROUP), 404, 33031],
    [within(NO_SEGMENT), 404, 33404],
    [within('VIP'), 404, 33404],
  ] as const) {
    const { body } = await fixture.create(contact)
    expect([contact, body.status, body.code]).toEqual([contact, status, code])
  }
})
