import { parsePhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from '../testing/samples.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

const NUMBER = parsePhoneNumber('+12025550123')

let adapters: ReturnType<typeof inMemory>
let fixture: TestApi
let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  adapters = inMemory()
  fixture = await openTestApi(adapters)
  api = fixture.api
  groups = await applyAcme(fixture)
})

describe('consent', () => {
  test('shows the state and the log of its changes', async () => {
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

  test('shows provider opt-outs, and the text that opted the contact out', async () => {
    const account = await fixture.useCases.readAccount.execute({ name: 'Acme' })
    const optOut = { account: account.id, phone: NUMBER, sender: '12345', at: new Date(0) }
    await adapters.unitOfWork.run(({ consents }) => consents.saveProviderOptOut(optOut))
    const text = { from: NUMBER, to: '+12025550100', body: 'Stop!', mediaUrl: null, providerId: 'text-1' }
    await fixture.useCases.receiveInbound.execute(text)
    const { body } = await api('GET', `${ANN}/consent`)
    expect(body).toMatchObject({ state: 'opted_out', optedOutAt: '2026-03-01T12:00:00.000Z' })
    expect(body.providerOptOuts).toEqual([{ sender: '12345', at: '1970-01-01T00:00:00.000Z' }])
    const { id, ...entry } = body.log[0]
    expect(id).toMatch(/^log_/)
    const at = '2026-03-01T12:00:00.000Z'
    expect(entry).toEqual({ at, action: 'OPT_OUT', reason: 'STOP', by: 'CONTACT', text: 'Stop!' })
  })

  test('is also returned for a number without a contact', async () => {
    expect(await api('GET', `${ANN}/consent`)).toMatchObject({ status: 200, body: { state: 'none', log: [] } })
  })
})
