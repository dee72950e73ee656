import { inMemory } from '@carillon/memory'
import { ids } from '@carillon/contracts'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, FROM, INACTIVE } from '../testing/fixtures/messaging-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE } from '../testing/samples.js'

const open = async () => openLists(await openSchedules(inMemory()))
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

/** Opens the fixture with a contact list that contains Ann. */
async function openLists(fixture: Awaited<ReturnType<typeof openSchedules>>) {
  const list = { name: 'Customers', phoneNumbers: [ANN] }
  const { body } = await fixture.admin('POST', '/accounts/Acme/contact-lists', { body: list })
  const request = { list: 'Customers', from: FROM, body: 'Hello', schedule: TIMETABLE }
  return {
    ...fixture,
    listId: body.id as string,
    schedule: (fields: object = {}, account = 'Acme') =>
      fixture.admin('POST', `/accounts/${account}/schedules`, { body: { ...request, ...fields } }),
  }
}

describe('a schedule for a contact list', () => {
  test('has an audience that clients cannot read', async () => {
    const { status, body } = await fixture.schedule()
    expect([status, body]).toMatchObject([201, { status: 'active', audience: null, audienceReadable: false }])
    expect((await fixture.read(body.id)).body).toEqual(body)
    expect((await fixture.list()).body.results).toEqual([body])
  })

  test('is sent to the contacts on the list', async () => {
    const { id } = (await fixture.schedule()).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    expect(fixture.provider.submitted).toMatchObject([{ to: ANN, body: 'Hello' }])
    expect((await fixture.read(id, '/sends')).body.results).toMatchObject([{ status: 'started' }])
  })

  test('accepts the list by its id or by its name', async () => {
    expect((await fixture.schedule({ list: fixture.listId })).status).toBe(201)
    for (const list of ['customers', 'Unknown', ids.next('lst'), 'lst_1']) {
      const { status, body } = await fixture.schedule({ list })
      expect([status, body.code]).toEqual([404, 33404])
    }
  })

  test('lets clients change its timetable, content and status', async () => {
    const { id } = (await fixture.schedule()).body
    const patch = { schedule: { ...TIMETABLE, recurrence: DAILY }, body: 'Changed', status: 'paused' }
    const { status, body } = await fixture.change(id, patch)
    expect([status, body]).toMatchObject([
      200,
      { timing: 'recurring', body: 'Changed', status: 'paused', audience: null, audienceReadable: false },
    ])
  })

  test('has a readable audience after a client replaces it', async () => {
    const { id } = (await fixture.schedule()).body
    const { audience } = fixture
    expect((await fixture.change(id, { audience: null })).status).toBe(400)
    expect((await fixture.change(id, { audience })).body).toMatchObject({ audience, audienceReadable: true })
  })

  test('is created once for each key, and operators and clients share the keys', async () => {
    const first = await fixture.schedule({ idempotencyKey: 'once' })
    for (const repeat of [
      await fixture.schedule({ idempotencyKey: 'once' }),
      await fixture.create({ idempotencyKey: 'once' }),
    ]) {
      expect([repeat.headers.get('idempotent-replayed'), repeat.body]).toEqual(['true', first.body])
    }
  })

  test.each<[object, number, number]>([
    [{ audience: {} }, 400, 33400],
    [{ list: 5 }, 400, 33400],
    [{ list: null }, 400, 33400],
    [{ list: '\0' }, 400, 33400],
    [{ schedule: { at: '2026-03-01T10:59', timezone: 'UTC' } }, 400, 33044],
    [{ from: INACTIVE }, 400, 33009],
    [{ body: '\u0007' }, 400, 33016],
  ])('is refused for %j, with %i and %i', async (fields, status, code) => {
    const response = await fixture.schedule(fields)
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  test('needs an existing account, and a list of that account', async () => {
    await fixture.openPoor()
    expect((await fixture.schedule({}, 'Nobody')).body.code).toBe(33404)
    expect((await fixture.schedule({ from: '+12025550177' }, 'Poor')).body.code).toBe(33404)
    expect((await fixture.schedule({ from: '+12025550177', list: fixture.listId }, 'Poor')).body.code).toBe(33404)
  })

  test('can be created only by operators', async () => {
    expect((await fixture.api('POST', '/../../admin/v1/accounts/Acme/schedules', { body: {} })).status).toBe(401)
  })
})
