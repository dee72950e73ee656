import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { aPerson } from '../testing/fixtures/dashboard-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'

async function open() {
  const fixture = await openSchedules(inMemory())
  const account = (await fixture.useCases.readAccount.execute({ name: 'Acme' })).id
  const { token } = await aPerson(fixture, { roles: { [account]: 'viewer' } })
  const get = (path: string) => fixture.dashboard('GET', `/accounts/${account}${path}`, {}, token)
  /** The variants of the broadcast that this schedule starts at 13:00. */
  const variantsOf = async (timetable: object, fields: object = {}) => {
    const schedule = { at: '2026-03-01T13:00', timezone: 'UTC', ...timetable }
    const { id } = (await fixture.create({ schedule, ...fields })).body
    await fixture.workAt('2026-03-01T13:00:00Z')
    const [send] = (await fixture.read(id, '/sends')).body.results
    return (await get(`/messaging/broadcasts/${send.broadcastId}/variants`)).body
  }
  return { ...fixture, get, variantsOf }
}

test('a broadcast shows its waves', async () => {
  const { variantsOf } = await open()
  expect(await variantsOf({}, { waveConfig: { recipientsPerWave: 50, waveIntervalMinutes: 5 } })).toEqual({
    zones: [],
    waves: { recipientsPerWave: 50, waveIntervalMinutes: 5, count: 1, begun: 1, released: 1, lastExpectedAt: null },
  })
})

test('a broadcast by local time shows its zones', async () => {
  const { variantsOf } = await open()
  expect(
    await variantsOf({ at: '2026-03-01T08:00', timezone: 'America/New_York', sendByLocalTime: true }),
  ).toMatchObject({
    zones: [
      {
        zone: 'America/New_York',
        status: 'started',
        scheduledFor: '2026-03-01T13:00:00.000Z',
        broadcast: { from: FROM },
      },
    ],
  })
})

test('the variants of an unknown broadcast are not found', async () => {
  const { get } = await open()
  expect(await get(`/messaging/broadcasts/brc_0/variants`)).toMatchObject({ status: 404, body: { code: 33404 } })
})

test('the messages of a broadcast are downloaded as CSV, whatever the link accepts', async () => {
  const { create, read, workAt, get } = await open()
  const { id } = (await create({ schedule: { at: '2026-03-01T13:00', timezone: 'UTC' } })).body
  await workAt('2026-03-01T13:00:00Z')
  const [{ broadcastId }] = (await read(id, '/sends')).body.results
  const { headers, text } = await get(`/messaging/broadcasts/${broadcastId}/messages.csv?status=sent`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename=${broadcastId}.csv`)
  expect(text.split('\n')).toEqual([expect.stringContaining('to'), expect.stringContaining('+12025550123'), ''])
  expect((await get(`/messaging/broadcasts/bat_0/messages.csv`)).status).toBe(404)
})

test('the numbers of the account are listed', async () => {
  const { get } = await open()
  const { results } = (await get('/senders')).body
  expect(results[0]).toMatchObject({ number: FROM, status: 'active', mms: true })
})
