import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  const fixture = await openTestApi(inMemory())
  api = fixture.api
  groups = await applyAcme(fixture)
  for (const [i, [firstName, Plan]] of Object.entries([
    ['Ann', 'Free'],
    ['Bob', 'Pro'],
    ['Anna', 'Pro'],
  ])) {
    await api('POST', `/contacts/by-phone/+1202555012${i}`, { body: { firstName, customFields: { Plan } } })
  }
  await api('POST', `/contacts/by-phone/+12025550121/groups/${groups['VIP']}`)
})

async function found(query: string) {
  const { status, body } = await api('GET', `/contacts/search?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body.results.map(({ firstName }: { firstName: string }) => firstName)
}

test('contacts are found by text, group, consent, timezone and custom field', async () => {
  expect(await found('')).toEqual(['Anna', 'Bob', 'Ann'])
  expect(await found('sort=oldest')).toEqual(['Ann', 'Bob', 'Anna'])
  expect(await found('q=ANN')).toEqual(['Anna', 'Ann'])
  expect(await found('q=%2B1 (202) 555-0121')).toEqual(['Bob'])
  expect(await found('q=?')).toEqual([])
  expect(await found(`group=${groups['VIP']}`)).toEqual(['Bob'])
  expect(await found('consent=none&q=ann')).toEqual(['Anna', 'Ann'])
  expect(await found('consent=opted_in')).toEqual(['Bob'])
  expect(await found('tz=America/New_York&field=plan')).toEqual(['Anna', 'Bob', 'Ann'])
  expect(await found('field=PLAN&value=pro')).toEqual(['Anna', 'Bob'])
  expect(await found('q=&group=&consent=&tz=&field=&value=&sort=&cursor=')).toHaveLength(3)
})

test('every contact has its state of consent', async () => {
  await api('POST', `/contacts/by-phone/+12025550120/groups/${groups['VIP']}`, { body: { optInMode: 'CONFIRM' } })
  const { body } = await api('GET', '/contacts/search')
  expect(body.results.map(({ consent }: { consent: string }) => consent)).toEqual(['none', 'opted_in', 'pending'])
})

test('contacts are read in steps, and the first step has the total', async () => {
  const first = (await api('GET', '/contacts/search?limit=2')).body
  expect(first).toMatchObject({ results: [{ firstName: 'Anna' }, {}], total: { count: 3, isExact: true } })
  const second = (await api('GET', `/contacts/search?limit=2&cursor=${first.nextCursor}`)).body
  expect(second).toMatchObject({ results: [{ firstName: 'Ann' }], nextCursor: null, total: null })
})

test('an invalid query is refused with 400', async () => {
  const bad = ['consent=maybe', 'tz=Europe/Berlin', 'sort=name', 'field=Unknown', 'value=Pro', 'q=a&q=b', 'cursor=YQ']
  for (const query of [...bad, `q=${'x'.repeat(201)}`]) {
    const { status, body } = await api('GET', `/contacts/search?${query}`)
    expect([query, status, body.code]).toEqual([query, 400, 33400])
  }
  expect((await api('GET', '/contacts/search?group=vip')).body.code).toBe(33034)
  expect((await api('GET', `/contacts/search?group=grp_${'0'.repeat(26)}`)).body.code).toBe(33031)
})
