import { waitUntil } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, KEY, openTestApi } from '../testing/test-api.js'

async function open() {
  const fixture = await openTestApi(inMemory())
  await applyAcme(fixture)
  const { admin } = fixture
  return {
    ...fixture,
    requests: async (query = '') => (await admin('GET', `/accounts/Acme/requests${query}`)).body,
  }
}

test('requests with a key are logged in the background, with route, status and request id, and nothing personal', async () => {
  const { api, call, requests } = await open()
  const first = await api('GET', '/contacts/by-phone/+12025550123')
  await call('GET', '/api/v1/groups')
  await api('GET', '/groups')
  await waitUntil(async () => (await requests()).results.length === 2)
  const { results, nextCursor } = await requests()
  expect(nextCursor).toBeNull()
  expect(results).toEqual([
    expect.objectContaining({ route: '/api/v1/groups', status: 200 }),
    {
      id: first.headers.get('x-request-id'),
      keyId: KEY.id,
      at: expect.any(String),
      method: 'GET',
      route: '/api/v1/contacts/by-phone/:phoneNumber',
      status: 404,
      ms: expect.any(Number),
    },
  ])
  expect((await requests('?outcome=failed')).results).toEqual([results[1]])
  const step = await requests('?limit=1')
  expect((await requests(`?limit=1&cursor=${step.nextCursor}`)).results).toEqual([results[1]])
})

test('keys are listed with their last use', async () => {
  const { api, admin, requests } = await open()
  await admin('POST', '/accounts/Acme/keys', { body: { id: 'key_unused' } })
  await api('GET', '/groups')
  await waitUntil(async () => (await requests()).results.length === 1)
  const { body } = await admin('GET', '/accounts/Acme/keys')
  expect(body.results).toEqual([
    { id: KEY.id, createdAt: expect.any(String), lastUsedAt: (await requests()).results[0].at },
    { id: 'key_unused', createdAt: expect.any(String), lastUsedAt: null },
  ])
  expect((await admin('GET', '/accounts/Nobody/keys')).body.code).toBe(33404)
})
