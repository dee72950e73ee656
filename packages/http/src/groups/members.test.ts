import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let api: TestApi['api']
let vip: string

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  api = fixture.api
  vip = (await applyAcme(fixture))['VIP']!
})

test('the members of a group are listed with how they joined, newest contacts first', async () => {
  for (const number of ['+12025550123', '+12025550124']) {
    await api('POST', `/contacts/by-phone/${number}`, { body: { firstName: 'Ann' } })
    await api('POST', `/contacts/by-phone/${number}/groups/${vip}`)
  }
  const { status, body } = await api('GET', `/groups/${vip}/members?limit=1`)
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    {
      phoneNumber: '+12025550124',
      firstName: 'Ann',
      state: 'active',
      since: expect.any(String),
      join: { action: 'OPT_IN', reason: 'DIRECT', by: 'API', at: expect.any(String) },
    },
  ])
  const rest = await api('GET', `/groups/${vip}/members?cursor=${body.nextCursor}`)
  expect(rest.body).toMatchObject({ results: [{ phoneNumber: '+12025550123' }], nextCursor: null })
  expect((await api('GET', `/groups/${vip}/members?state=pending`)).body).toEqual({ results: [], nextCursor: null })
})

test('a group that the account does not have is not found', async () => {
  expect((await api('GET', `/groups/grp_${'0'.repeat(26)}/members`)).body.code).toBe(33031)
  expect((await api('GET', '/groups/VIP/members')).body.code).toBe(33034)
})
