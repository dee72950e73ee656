import { inMemory } from '@carillon/memory'
import { ids } from '@carillon/contracts'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, FROM, INACTIVE } from '../testing/messaging-fixture.js'
import { DAILY, TIMETABLE } from '../testing/samples.js'
import { openSchedules } from '../testing/schedule-fixture.js'

const open = async () => openLists(await openSchedules(inMemory()))
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

/** The fixture with a list, on which Ann is. */
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

describe('a schedule over a list of contacts', () => {
  test('has an audience that no client can read', async () => {
    const { status, body } = await fixture.schedule()
    expect([status, body]).toMatchObject([201, { status: 'active', audience: null, audienceReadable: false }])
    expect((await fixture.read(body.id)).body).toEqual(body)
    expect((await fixture.list()).body.results).toEqual([body])
  })

  test('is sent to those on the list', async () => {
    const { id } = (await fixture.schedule()).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    expect(fixture.provider.submitted).toMatchObject([{ to: ANN, body: 'Hello' }])
    expect((await fixture.read(id, '/sends')).body.results).toMatchObject([{ status: 'started' }])
  })

  test('has the list by its id or by its name', async () => {
    expect((await fixture.schedule({ list: fixture.listId })).status).toBe(201)
    for (const list of ['customers', 'Unknown', ids.next('lst'), 'lst_1']) {
      const { status, body } = await fixture.schedule({ list })
      expect([status, body.code]).toEqual([404, 33404])
    }
  })

  test('can have its timing, content and status changed by its clients', async () => {
    const { id } = (await fixture.schedule()).body
    const patch = { schedule: { ...TIMETABLE, recurrence: DAILY }, body: 'Changed', status: 'paused' }
    const { status, body } = await fixture.change(id, patch)
    expect([status, body]).toMatchObject([
      200,
      { timing: 'recurring', body: 'Changed', status: 'paused', audience: null, audienceReadable: false },
    ])
  })

  test('has an audience like any other once a client sends one', async () => {
    const { id } = (await fixture.schedule()).body
    const { audience } = fixture
    expect((await fixture.change(id, { audience: null })).status).toBe(400)
    expect((await fixture.change(id, { audience })).body).toMatchObject({ audience, audienceReadable: true })
  })

  test('is made once for each key, which clients share', async () => {
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
  ])('is refused with %j, by %i and %i', async (fields, status, code) => {
    const answer = await fixture.schedule(fields)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('belongs to an account that there is, and so does the list', async () => {
    await fixture.openPoor()
    expect((await fixture.schedule({}, 'Nobody')).body.code).toBe(33404)
    expect((await fixture.schedule({ from: '+12025550177' }, 'Poor')).body.code).toBe(33404)
    expect((await fixture.schedule({ from: '+12025550177', list: fixture.listId }, 'Poor')).body.code).toBe(33404)
  })

  test('is made by operators alone', async () => {
    expect((await fixture.api('POST', '/../../admin/v1/accounts/Acme/schedules', { body: {} })).status).toBe(401)
  })
})
