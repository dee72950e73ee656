import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let admin: TestApi['admin']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  admin = fixture.admin
})

describe('credits', () => {
  test('are added to the balance by a grant', async () => {
    await applyAcme(fixture, { credits: { sms: 5 } })
    expect((await admin('POST', '/accounts/Acme/credits', { body: { sms: 2, mms: 3 } })).body).toEqual({
      sms: 7,
      mms: 3,
      reserved: { sms: 0, mms: 0 },
    })
    for (const body of [
      {},
      { sms: 0 },
      { sms: -1 },
      { sms: 1.5 },
      { sms: 1e10 },
      { sms: '5' },
      { gold: 1 },
      { sms: null },
    ]) {
      expect((await admin('POST', '/accounts/Acme/credits', { body })).body.code).toBe(33400)
    }
  })
})
