import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from './testing/ann.js'
import { applyAcme, openTestApi, type TestApi } from './testing/test-api.js'

let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  const house = await openTestApi(inMemory())
  api = house.api
  groups = await applyAcme(house)
})

describe('consent', () => {
  test('tells the state and how it came to be', async () => {
    await api('POST', ANN)
    expect((await api('GET', `${ANN}/consent`)).body).toEqual({
      state: 'none',
      groups: [],
      pendingGroups: [],
      providerOptOuts: [],
      log: [],
    })
    await api('POST', `${ANN}/groups/${groups['VIP']}`)
    const { body } = await api('GET', `${ANN}/consent`)
    expect(body).toMatchObject({ state: 'opted_in', groups: [{ name: 'VIP' }] })
    expect(body.log).toEqual([
      {
        id: expect.stringMatching(/^log_/),
        at: '2026-03-01T12:00:00.000Z',
        action: 'OPT_IN',
        reason: 'DIRECT',
        by: 'API',
        group: { id: groups['VIP'], name: 'VIP' },
      },
    ])
  })

  test('is told also for a number without a contact', async () => {
    expect(await api('GET', `${ANN}/consent`)).toMatchObject({ status: 200, body: { state: 'none', log: [] } })
  })
})
