import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  const fixture = await openTestApi(inMemory())
  api = fixture.api
  groups = await applyAcme(fixture)
})

describe('list', () => {
  beforeEach(async () => {
    for (const [i, name] of ['Ann Lee', 'Bob Leeds', 'Cy Young'].entries()) {
      const [firstName, lastName] = name.split(' ')
      await api('POST', `/contacts/by-phone/+1202555012${i}`, { body: { firstName, lastName } })
    }
    await api('POST', `/contacts/by-phone/+12025550121/groups/${groups['VIP']}`)
  })

  const namesOf = ({ body }: { body: { results: { firstName: string }[] } }) =>
    body.results.map(({ firstName }) => firstName)

  test('returns contacts newest first, in pages', async () => {
    const first = await api('GET', '/contacts?limit=2')
    expect(first.body).toMatchObject({ page: 1, limit: 2, totalCount: 3 })
    expect(namesOf(first)).toEqual(['Cy', 'Bob'])
    expect(namesOf(await api('GET', '/contacts?limit=2&page=2'))).toEqual(['Ann'])
    expect(namesOf(await api('GET', '/contacts?limit=2&page=3'))).toEqual([])
  })

  test('filters by group, by the beginning of the number, and by part of the name', async () => {
    expect(namesOf(await api('GET', `/contacts?group=${groups['VIP']}`))).toEqual(['Bob'])
    for (const prefix of ['%2B12025550122', '+12025550122', '12025550122']) {
      expect(namesOf(await api('GET', `/contacts?phoneNumber=${prefix}`))).toEqual(['Cy'])
    }
    expect(namesOf(await api('GET', '/contacts?name=LEE'))).toEqual(['Bob', 'Ann'])
    expect(namesOf(await api('GET', '/contacts?name=n+l'))).toEqual(['Ann'])
    expect(namesOf(await api('GET', '/contacts?name=&phoneNumber=&group='))).toHaveLength(3)
  })

  test('refuses an invalid query with 400', async () => {
    const bad = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1000001', 'limit=0', 'limit=', 'page=1&page=2']
    const worse = ['phoneNumber=abc', 'name=%00', `name=${'x'.repeat(201)}`, 'name=a&name=b', 'page=%31%00', 'page=1e2']
    for (const query of [...bad, ...worse]) {
      const { status, body } = await api('GET', `/contacts?${query}`)
      expect([query, status, body.code]).toEqual([query, 400, 33400])
      expect(body.details.fields[0].field).toBe(query.split('=')[0])
    }
    expect((await api('GET', '/contacts?group=vip')).body.code).toBe(33034)
    expect((await api('GET', `/contacts?group=grp_${'0'.repeat(26)}`)).body.code).toBe(33031)
  })
})
