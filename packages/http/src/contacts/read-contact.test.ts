import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, PROFILE } from '../testing/samples.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  api = fixture.api
  groups = await applyAcme(fixture)
})

describe('read', () => {
  test('returns the contact, whether its path contains + or %2B', async () => {
    const { body } = await api('POST', ANN, { body: PROFILE })
    for (const path of [ANN, '/contacts/by-phone/%2B12025550123']) {
      const read = await api('GET', path)
      expect([read.status, read.body]).toEqual([200, body])
    }
  })

  test('responds with 404 and 33030 for a missing contact', async () => {
    expect(await api('GET', ANN)).toMatchObject({ status: 404, body: { code: 33030 } })
  })

  test('responds to HEAD as to GET, but without the body', async () => {
    await api('POST', ANN)
    expect(await api('HEAD', ANN)).toMatchObject({ status: 200, text: '' })
    expect((await api('HEAD', '/contacts/by-phone/+12025550124')).status).toBe(404)
  })

  test('does not find a contact of another account', async () => {
    await api('POST', ANN)
    const key = { id: 'key_other', secret: 'the-secret-of-other' }
    await fixture.admin('POST', '/apply', { body: { account: { name: 'Other', apiKeys: [key] } } })
    const { authorization } = { authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}` }
    expect((await api('GET', ANN, { headers: { authorization } })).body.code).toBe(33030)
    expect((await api('GET', '/contacts', { headers: { authorization } })).body.totalCount).toBe(0)
    const group = `/groups/${groups['VIP']}`
    expect((await api('GET', group, { headers: { authorization } })).body.code).toBe(33031)
  })
})
