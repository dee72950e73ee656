import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from '../testing/fixtures/messaging-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openSchedules>>

beforeEach(async () => {
  fixture = await openSchedules(inMemory())
})

const recurring = { schedule: { ...TIMETABLE, recurrence: DAILY } }
const sendsOf = async (id: string, query = '') => (await fixture.read(id, `/sends?${query}`)).body

describe('the sends of a schedule', () => {
  test('are an empty list before the time of the schedule', async () => {
    const { id } = (await fixture.create()).body
    await fixture.workAt('2026-03-08T12:59:59.999Z')
    expect(await sendsOf(id)).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] })
  })

  test('are broadcasts, which can be read by their ids', async () => {
    const { id } = (await fixture.create()).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    const { results } = await sendsOf(id)
    expect(results).toEqual([
      {
        id: expect.stringMatching(/^snd_/),
        scheduledFor: '2026-03-08T13:00:00.000Z',
        status: 'started',
        broadcastId: expect.stringMatching(/^brc_/),
      },
    ])
    const { body } = await fixture.api('GET', `/messaging/broadcast/${results[0].broadcastId}`)
    expect(body).toMatchObject({ body: 'Hello', totalRecipients: 1, status: 'completed', counts: { sent: 1 } })
    expect(fixture.provider.submitted).toMatchObject([{ to: ANN, body: 'Hello' }])
  })

  test('are listed newest first, in pages', async () => {
    const { id } = (await fixture.create(recurring)).body
    for (const day of ['08', '09', '10']) await fixture.workAt(`2026-03-${day}T13:00:00Z`)
    const days = (page: { results: { scheduledFor: string }[] }) =>
      page.results.map(({ scheduledFor }) => scheduledFor.slice(8, 10))
    expect(days(await sendsOf(id))).toEqual(['10', '09', '08'])
    expect(days(await sendsOf(id, 'page=2&limit=2'))).toEqual(['08'])
    expect(await sendsOf(id, 'page=2&limit=2')).toMatchObject({ page: 2, limit: 2, totalCount: 3 })
    expect((await fixture.read(id, '/sends?limit=0')).status).toBe(400)
  })

  test('show why they did not start', async () => {
    const { id } = (await fixture.create(recurring)).body
    await fixture.workAt('2026-03-08T14:00:00.001Z')
    await fixture.textFrom(ANN, 'STOP')
    await fixture.workAt('2026-03-09T13:00:00Z')
    const { results } = await sendsOf(id)
    expect(results).toEqual([
      expect.objectContaining({ status: 'failed', reason: 'empty_audience' }),
      expect.objectContaining({ status: 'skipped', reason: 'too_late' }),
    ])
    expect(results.some((send: object) => 'broadcastId' in send)).toBe(false)
  })

  test('by local time consist of one send for each time zone, at the local time of that zone', async () => {
    const schedule = { ...TIMETABLE, timezone: 'UTC', sendByLocalTime: true }
    await fixture.enroll('+13035550100')
    const { id } = (await fixture.create({ schedule })).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    const send = { id: expect.any(String), broadcastId: expect.any(String), status: 'started' }
    const newYork = { ...send, zone: 'America/New_York', scheduledFor: '2026-03-08T13:00:00.000Z' }
    expect((await sendsOf(id)).results).toEqual([newYork])
    await fixture.workAt('2026-03-08T15:00:00Z')
    expect((await sendsOf(id)).results).toEqual([
      { ...send, zone: 'America/Denver', scheduledFor: '2026-03-08T15:00:00.000Z' },
      newYork,
    ])
    expect((await fixture.read(id)).body.status).toBe('ended')
  })
})
