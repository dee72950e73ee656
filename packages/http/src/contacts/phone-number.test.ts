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

describe('an invalid phone number gets 400 with 33003', () => {
  test.each([
    'x',
    '12025550123',
    '+1202555012',
    '+0012025550123',
    '+112025550100',
    '+4407400123456',
    '+1%202025550123',
    '%20+12025550123',
    '+12025550123%00',
    '%252B12025550123',
    '+12025550123%2F',
    '+12025550123%zz',
    '%',
    '%ff',
    '%C0%80',
    `+${'1'.repeat(500)}`,
    '__proto__',
    '+1%EF%BC%92025550123',
  ])('%s', async (phone) => {
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['PATCH', ''],
      ['GET', '/consent'],
      ['POST', `/groups/${groups['VIP']}`],
      ['DELETE', `/groups/${groups['VIP']}`],
    ] as const) {
      const { status, body, headers } = await api(method, `/contacts/by-phone/${phone}${path}`)
      expect([status, body.code, headers.has('ratelimit-limit')]).toEqual([400, 33003, true])
    }
    expect((await api('GET', '/contacts')).body.totalCount).toBe(0)
  })
})
