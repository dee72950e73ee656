import { parsePhoneNumber, type GroupId } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

const NUMBER = '+12025550123'
const ANN = `/contacts/by-phone/${NUMBER}`

let adapters: ReturnType<typeof inMemory>
let fixture: TestApi
let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  adapters = inMemory()
  fixture = await openTestApi(adapters)
  api = fixture.api
  groups = await applyAcme(fixture, {
    webhooks: [{ url: 'https://example.com/hook', events: ['contacts.group.opted_in', 'contacts.group.opted_out'] }],
  })
  await api('POST', ANN)
})

const join = (group: string, optInMode?: string) =>
  api('POST', `${ANN}/groups/${groups[group]}`, optInMode === undefined ? {} : { body: { optInMode } })
const leave = (group: string) => api('DELETE', `${ANN}/groups/${groups[group]}`)

async function events(): Promise<string[]> {
  const account = await fixture.useCases.readAccount.execute({ name: 'Acme' })
  const all = await adapters.unitOfWork.run((stores) => stores.events.oldest(account.id, 100))
  return all.flatMap(({ type, data }) => ('reason' in data ? [`${type} ${data.group.name} ${data.reason}`] : []))
}

async function optOut() {
  const account = await fixture.useCases.readAccount.execute({ name: 'Acme' })
  await adapters.unitOfWork.run(async ({ consents }) => {
    const consent = await consents.find(account.id, parsePhoneNumber(NUMBER))
    await consents.save([{ ...consent, optedOutAt: new Date(0) }])
  })
}

describe('joining', () => {
  test.each([undefined, 'DIRECT', 'SILENT'])('with mode %s makes the contact active at once', async (mode) => {
    const { status, body } = await join('VIP', mode)
    expect(status).toBe(200)
    const tag = {
      id: expect.stringMatching(/^tag_/),
      name: 'vip',
      createdAt: expect.anything(),
      updatedAt: expect.anything(),
    }
    expect(body).toMatchObject({ phoneNumber: NUMBER, pendingGroups: [] })
    expect(body.groups).toEqual([{ id: groups['VIP'], name: 'VIP', optInAt: '2026-03-01T12:00:00.000Z', tags: [tag] }])
    expect(await events()).toEqual([`contacts.group.opted_in VIP ${mode ?? 'DIRECT'}`])
  })

  test('with CONFIRM makes the contact pending', async () => {
    const { status, body } = await join('News', 'CONFIRM')
    expect(status).toBe(200)
    expect(body.groups).toEqual([])
    expect(body.pendingGroups).toEqual([{ id: groups['News'], name: 'News', pendingSince: '2026-03-01T12:00:00.000Z' }])
    expect(await events()).toEqual([])
  })

  test('does not change an active membership, in any mode', async () => {
    const { body } = await join('VIP')
    for (const mode of ['DIRECT', 'CONFIRM', 'SILENT']) {
      const again = await join('VIP', mode)
      expect([again.status, again.body]).toEqual([200, body])
    }
    expect(await events()).toHaveLength(1)
  })

  test('leaves a pending membership pending with DIRECT and CONFIRM, and makes it active with SILENT', async () => {
    const { body } = await join('News', 'CONFIRM')
    for (const mode of ['DIRECT', 'CONFIRM']) expect((await join('News', mode)).body).toEqual(body)
    expect((await join('News', 'SILENT')).body).toMatchObject({ groups: [{ name: 'News' }], pendingGroups: [] })
    expect(await events()).toEqual(['contacts.group.opted_in News SILENT'])
  })

  test('with SILENT but without the capability gets 403 with 33038', async () => {
    await applyAcme(fixture, { capabilities: { silentOptIn: false } })
    expect(await join('VIP', 'SILENT')).toMatchObject({ status: 403, body: { code: 33038 } })
    await join('VIP')
    expect((await join('VIP', 'SILENT')).status).toBe(200)
  })

  test('as a hard-opted-out contact gets 409 with 33035, in every mode', async () => {
    await optOut()
    for (const mode of ['DIRECT', 'CONFIRM', 'SILENT']) {
      expect(await join('VIP', mode)).toMatchObject({ status: 409, body: { code: 33035 } })
    }
    expect((await api('GET', `${ANN}/consent`)).body).toMatchObject({
      state: 'opted_out',
      optedOutAt: '1970-01-01T00:00:00.000Z',
    })
  })

  test('while pending in another group gets 409 with 33036, in every mode', async () => {
    await join('News', 'CONFIRM')
    for (const mode of ['DIRECT', 'CONFIRM', 'SILENT']) {
      expect(await join('VIP', mode)).toMatchObject({ status: 409, body: { code: 33036 } })
    }
    await leave('News')
    expect((await join('VIP')).status).toBe(200)
  })

  test('checks the form of the group id, then the form of the number, then whether both exist', async () => {
    const missing = 'grp_00000000000000000000000000'
    const at = async (phone: string, group: string) =>
      (await api('POST', `/contacts/by-phone/${phone}/groups/${group}`)).body.code
    for (const id of [
      'vip',
      'grp_',
      `${missing}0`,
      missing.toUpperCase(),
      'grp_%00',
      'con_00000000000000000000000000',
      '%zz',
    ]) {
      expect(await at('nobody', id)).toBe(33034)
    }
    expect(await at('nobody', missing)).toBe(33003)
    expect(await at('+12025550199', missing)).toBe(33030)
    expect(await at(NUMBER, missing)).toBe(33031)
    const broken = await api('POST', '/contacts/by-phone/nobody/groups/vip', { body: { optInMode: 'direct' } })
    expect(broken.body.details.fields).toEqual([
      { field: 'optInMode', message: 'must be one of DIRECT, CONFIRM, SILENT, got "direct"' },
    ])
  })

  test('with an invalid mode or with null gets 400', async () => {
    for (const optInMode of [null, 'direct', '', 1, ['DIRECT']]) {
      const refused = await api('POST', `${ANN}/groups/${groups['VIP']}`, { body: { optInMode } })
      expect([refused.status, refused.body.code]).toEqual([400, 33400])
    }
    expect((await api('GET', ANN)).body.groups).toEqual([])
  })
})

describe('leaving', () => {
  test('removes the membership, and records no hard opt-out', async () => {
    await join('VIP')
    await join('Sales')
    const { status, body } = await leave('VIP')
    expect(status).toBe(200)
    expect(body.groups).toMatchObject([{ name: 'Sales' }])
    const { body: consent } = await api('GET', `${ANN}/consent`)
    expect(consent.state).toBe('opted_in')
    expect(consent.log[0]).toMatchObject({ action: 'MANUAL_REMOVAL', reason: 'USER_REMOVED', group: { name: 'VIP' } })
    expect((await events()).at(-1)).toBe('contacts.group.opted_out VIP USER_REMOVED')
    expect((await join('VIP')).body.groups).toHaveLength(2)
  })

  test('removes a pending membership without an event', async () => {
    await join('News', 'CONFIRM')
    expect((await leave('News')).body.pendingGroups).toEqual([])
    expect(await events()).toEqual([])
  })

  test('does nothing for a contact that is not a member', async () => {
    const before = (await api('GET', ANN)).body
    const { status, body } = await leave('VIP')
    expect([status, body]).toEqual([200, before])
  })

  test('checks in the same order as joining', async () => {
    const missing: GroupId = 'grp_00000000000000000000000000'
    expect((await api('DELETE', `/contacts/by-phone/nobody/groups/vip`)).body.code).toBe(33034)
    expect((await api('DELETE', `/contacts/by-phone/nobody/groups/${missing}`)).body.code).toBe(33003)
    expect((await api('DELETE', `/contacts/by-phone/+12025550199/groups/${missing}`)).body.code).toBe(33030)
    expect((await api('DELETE', `${ANN}/groups/${missing}`)).body.code).toBe(33031)
  })
})
