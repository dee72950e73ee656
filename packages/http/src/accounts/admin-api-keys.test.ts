import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { applyAcme, authorized, KEY, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let admin: TestApi['admin']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  admin = fixture.admin
})

describe('keys', () => {
  test('are created with a given or generated id, and their secret is shown only once', async () => {
    await applyAcme(fixture)
    const named = await admin('POST', '/accounts/Acme/keys', { body: { id: 'key_shop' } })
    expect([named.status, named.body]).toEqual([201, { id: 'key_shop', secret: expect.any(String) }])
    const made = await admin('POST', '/accounts/Acme/keys')
    expect(made.body.id).toMatch(/^key_/)
    for (const { body } of [named, made]) {
      expect((await fixture.call('GET', '/api/v1/groups', { headers: authorized(body) })).status).toBe(200)
    }
    expect((await admin('POST', '/accounts/Acme/keys', { body: { id: 'key_shop' } })).body.code).toBe(33409)
    expect((await admin('POST', '/accounts/Acme/keys', { body: { id: 'a:b' } })).body.code).toBe(33400)
  })

  test('are revoked', async () => {
    await applyAcme(fixture)
    expect((await admin('DELETE', `/accounts/Acme/keys/${KEY.id}`)).status).toBe(204)
    for (const id of [KEY.id, 'key%00', 'a:b', '%zz']) {
      expect(await admin('DELETE', `/accounts/Acme/keys/${id}`)).toMatchObject({ status: 404, body: { code: 33404 } })
    }
  })
})
