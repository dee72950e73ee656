import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  api = fixture.api
  groups = await applyAcme(fixture)
})

const namesOf = ({ body }: { body: { results: { name: string }[] } }) => body.results.map(({ name }) => name)

describe('groups', () => {
  test('are listed newest first, 20 to a page', async () => {
    const { status, body } = await api('GET', '/groups')
    expect(status).toBe(200)
    expect(body).toMatchObject({ page: 1, limit: 20, totalCount: 3 })
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(Object.values(groups).sort().reverse())
    expect(body.results.find(({ name }: { name: string }) => name === 'VIP')).toEqual({
      id: groups['VIP'],
      name: 'VIP',
      isDefault: true,
      optInType: 'SINGLE',
      contactCount: 0,
      tags: [{ id: expect.anything(), name: 'vip', createdAt: expect.anything(), updatedAt: expect.anything() }],
      createdAt: '2026-03-01T12:00:00.000Z',
    })
  })

  test('are listed with the page and a limit of at most 100 in the response', async () => {
    expect((await api('GET', '/groups?limit=101&page=2')).body).toMatchObject({
      page: 2,
      limit: 100,
      totalCount: 3,
      results: [],
    })
    expect((await api('GET', '/groups?limit=99999999999999999999')).body.limit).toBe(100)
    for (const query of ['limit=0', 'limit=-1', 'limit=1.5', 'page=0', 'limit=5&limit=6', 'name=a&name=b']) {
      expect((await api('GET', `/groups?${query}`)).body.code).toBe(33400)
    }
  })

  test('are found by part of the name in upper or lower case; other parameters are ignored', async () => {
    expect(namesOf(await api('GET', '/groups?name=iP&nothing=1&__proto__=2&toString=3'))).toEqual(['VIP'])
    expect((await api('GET', '/groups?name=xyz')).body.totalCount).toBe(0)
  })

  test('count their active members at request time', async () => {
    const ann = '/contacts/by-phone/+12025550123'
    await api('POST', ann)
    await api('POST', `${ann}/groups/${groups['VIP']}`)
    expect((await api('GET', `/groups/${groups['VIP']}`)).body.contactCount).toBe(1)
    await api('DELETE', `${ann}/groups/${groups['VIP']}`)
    expect((await api('GET', `/groups/${groups['VIP']}`)).body.contactCount).toBe(0)
  })

  test('return 404 with 33031 for an unknown id, and 400 with 33034 for a malformed id', async () => {
    expect(await api('GET', '/groups/grp_00000000000000000000000000')).toMatchObject({
      status: 404,
      body: { code: 33031 },
    })
    for (const id of ['x', 'grp_1', 'GRP_00000000000000000000000000', 'grp_0000000000000000000000000%00', '%zz']) {
      expect(await api('GET', `/groups/${id}`)).toMatchObject({ status: 400, body: { code: 33034 } })
    }
  })
})

describe('custom-field schema', () => {
  test('lists the visible fields by key, with options only for selects', async () => {
    const { status, body } = await api('GET', '/contacts/custom-fields/schema')
    expect(status).toBe(200)
    expect(body).toEqual({
      fields: [
        { label: 'Plan', key: 'contact_custom_field_1', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] },
        { label: 'Note', key: 'contact_custom_field_2', type: 'TEXT' },
        { label: 'Age', key: 'contact_custom_field_3', type: 'NUMBER' },
        { label: 'Member', key: 'contact_custom_field_4', type: 'BOOLEAN' },
        { label: 'Since', key: 'contact_custom_field_5', type: 'DATE' },
        { label: 'Likes', key: 'contact_custom_field_6', type: 'MULTI_SELECT', options: ['Tea', 'Rum', 'Ale'] },
      ],
    })
  })

  test('is read-only, and so are groups', async () => {
    for (const path of ['/contacts/custom-fields/schema', '/groups', `/groups/${groups['VIP']}`]) {
      const { status, body, headers } = await api('POST', path, { body: {} })
      expect([status, body.code, headers.get('allow')]).toEqual([405, 33405, 'GET, HEAD, OPTIONS'])
    }
  })
})
