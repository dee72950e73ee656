import { ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, INACTIVE, SHORT_CODE } from '../testing/fixtures/messaging-fixture.js'
import { SCHEDULES, openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE, audienceOf } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openSchedules>>

beforeEach(async () => {
  fixture = await openSchedules(inMemory())
})

const WAVES = { recipientsPerWave: 500, waveIntervalMinutes: 10 }

describe('a patch', () => {
  test('changes only the given fields', async () => {
    const { body: before } = await fixture.create({ waveConfig: WAVES })
    fixture.clock.advance(1_000)
    const changes = {
      from: SHORT_CODE,
      body: 'Changed',
      audience: audienceOf([fixture.groups['News'], fixture.groups['Sales']]),
      waveConfig: { recipientsPerWave: 1, waveIntervalMinutes: 1 },
      status: 'paused',
    }
    let expected = { ...before, updatedAt: '2026-03-01T12:00:01.000Z' }
    for (const [name, value] of Object.entries(changes)) {
      const { status, body } = await fixture.change(before.id, { [name]: value })
      expected = { ...expected, [name]: value }
      expect([status, body]).toEqual([200, expected])
    }
    expect((await fixture.read(before.id)).body).toEqual(expected)
  })

  test('replaces the whole timetable', async () => {
    const recurrence = { ...DAILY, interval: 3 }
    const { id } = (await fixture.create({ schedule: { ...TIMETABLE, sendByLocalTime: true, recurrence } })).body
    const { body } = await fixture.change(id, { schedule: { at: '2026-04-01T10:00', timezone: 'UTC' } })
    expect(body).toMatchObject({ timing: 'oneTime', nextScheduledFor: '2026-04-01T10:00:00.000Z' })
    expect(body.schedule).toEqual({ at: '2026-04-01T10:00:00', timezone: 'UTC', sendByLocalTime: false })
  })

  test('that is empty or missing changes nothing', async () => {
    const { body: before } = await fixture.create()
    fixture.clock.advance(1_000)
    for (const call of [{}, { raw: '' }]) {
      const { status, body } = await fixture.change(before.id, {}, call)
      expect([status, body]).toEqual([200, before])
    }
  })

  test('with null for waveConfig removes the waves, and is also accepted if there are none', async () => {
    const { id } = (await fixture.create({ waveConfig: WAVES })).body
    const { status, body } = await fixture.change(id, { waveConfig: null })
    expect([status, 'waveConfig' in body]).toEqual([200, false])
    expect((await fixture.change(id, { waveConfig: null })).status).toBe(200)
  })

  test('may have the content type of JSON or of JSON merge patch, and no other', async () => {
    const { id } = (await fixture.create()).body
    const patch = (type: string) => fixture.change(id, { body: type }, { headers: { 'content-type': type } })
    const [merge, json] = ['application/merge-patch+json', 'application/json']
    expect([(await patch(merge)).body.body, (await patch(json)).body.body]).toEqual([merge, json])
    expect((await patch('application/json-patch+json')).body.code).toBe(33415)
  })

  test.each<[object, number, number]>([
    [{ audience: audienceOf(['VIP']) }, 400, 33034],
    [{ audience: audienceOf([ids.next('grp')]) }, 404, 33031],
    [{ schedule: { at: '2026-03-01T10:59', timezone: 'UTC' } }, 400, 33044],
    [{ from: '+12025550199' }, 400, 33004],
    [{ from: INACTIVE }, 400, 33009],
    [{ body: '\u0007' }, 400, 33016],
    [{ body: 'see bit.ly/x' }, 400, 33019],
    [{ status: 'ended' }, 400, 33400],
    [{ schedule: null }, 400, 33400],
    [{ idempotencyKey: 'once' }, 400, 33400],
  ])('is refused for %j, with %i and %i, and changes nothing', async (patch, status, code) => {
    const { body: before } = await fixture.create()
    const response = await fixture.change(before.id, { status: 'paused', waveConfig: WAVES, ...patch })
    expect([response.status, response.body.code]).toEqual([status, code])
    expect((await fixture.read(before.id)).body).toEqual(before)
  })

  test('cannot combine waves with local time, in either order', async () => {
    const sendByLocalTime = { ...TIMETABLE, sendByLocalTime: true }
    const waved = (await fixture.create({ waveConfig: WAVES })).body.id
    const local = (await fixture.create({ schedule: sendByLocalTime })).body.id
    for (const { status, body } of [
      await fixture.change(waved, { schedule: sendByLocalTime }),
      await fixture.change(local, { waveConfig: WAVES }),
    ]) {
      expect([status, body.details.fields[0].field]).toEqual([400, 'waveConfig'])
    }
    expect((await fixture.change(waved, { schedule: sendByLocalTime, waveConfig: null })).status).toBe(200)
  })

  test('of a schedule that has ended is refused before its body is read', async () => {
    const { id } = (await fixture.create()).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    for (const response of [
      await fixture.change(id, { status: 'nothing' }),
      await fixture.change(id, {}),
      await fixture.api('PATCH', `${SCHEDULES}/${id}`, { raw: '{', headers: { 'content-type': 'text/plain' } }),
    ]) {
      expect([response.status, response.body.code]).toEqual([409, 33043])
    }
  })
})

describe('a pause', () => {
  test('prevents sends while it lasts, and the next send is the first after the missed occurrences', async () => {
    const { id } = (await fixture.create({ schedule: { ...TIMETABLE, recurrence: DAILY } })).body
    expect((await fixture.change(id, { status: 'paused' })).body.status).toBe('paused')
    await fixture.workAt('2026-03-09T13:00:00Z')
    expect((await fixture.read(id)).body.nextScheduledFor).toBe('2026-03-10T13:00:00.000Z')
    expect((await fixture.change(id, { status: 'active' })).body).toMatchObject({
      status: 'active',
      nextScheduledFor: '2026-03-10T13:00:00.000Z',
    })
    await fixture.workAt('2026-03-10T13:00:00Z')
    expect((await fixture.read(id, '/sends')).body.results).toMatchObject([
      { scheduledFor: '2026-03-10T13:00:00.000Z' },
    ])
  })

  test('of a single send can end at most an hour after the time of the send', async () => {
    const { id } = (await fixture.create()).body
    await fixture.change(id, { status: 'paused' })
    await fixture.workAt('2026-03-08T14:00:00.001Z')
    const { status, body } = await fixture.change(id, { status: 'active' })
    expect([status, body.code]).toEqual([400, 33044])
    fixture.clock.set(new Date('2026-03-08T14:00:00Z'))
    expect((await fixture.change(id, { status: 'active' })).status).toBe(200)
    await fixture.workAt('2026-03-08T14:00:00Z')
    expect((await fixture.read(id, '/sends')).body.results).toMatchObject([{ status: 'started' }])
  })
})

describe('a schedule', () => {
  test('that is deleted is removed if it has started no send', async () => {
    const { id } = (await fixture.create()).body
    const { status, text } = await fixture.cancel(id)
    expect([status, text]).toEqual([204, ''])
    expect([(await fixture.read(id)).status, (await fixture.cancel(id)).status]).toEqual([404, 404])
    expect((await fixture.list()).body.totalCount).toBe(0)
    await fixture.workAt('2026-03-08T13:00:00Z')
    expect((await fixture.api('GET', '/messaging/message')).body.totalCount).toBe(0)
  })

  test('with an earlier send becomes ended when deleted, is still listed, and ignores a second deletion', async () => {
    const { id } = (await fixture.create({ schedule: { ...TIMETABLE, recurrence: DAILY } })).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    expect((await fixture.cancel(id)).status).toBe(204)
    const { body: ended } = await fixture.read(id)
    expect([ended.status, 'nextScheduledFor' in ended]).toEqual(['ended', false])
    fixture.clock.advance(1_000)
    expect((await fixture.cancel(id)).status).toBe(204)
    expect((await fixture.list('status=ended')).body.results).toEqual([ended])
    await fixture.workAt('2026-03-09T13:00:00Z')
    expect((await fixture.read(id, '/sends')).body.totalCount).toBe(1)
  })

  test('that is deleted after its last send sends no more waves, and does not change when deleted again', async () => {
    for (const phone of ['+12125550123', '+12125550124']) await fixture.enroll(phone)
    const { id } = (await fixture.create({ waveConfig: { recipientsPerWave: 1, waveIntervalMinutes: 10 } })).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    const { body: ended } = await fixture.read(id)
    expect(ended.status).toBe('ended')
    const { broadcastId } = (await fixture.read(id, '/sends')).body.results[0]
    const broadcast = async () => (await fixture.api('GET', `/messaging/broadcast/${broadcastId}`)).body
    expect((await broadcast()).status).toBe('sending')
    expect((await fixture.cancel(id)).status).toBe(204)
    const canceled = await broadcast()
    expect(canceled).toMatchObject({ status: 'canceled', counts: { sent: 1, queued: 0 } })
    for (const minute of [10, 20]) await fixture.workAt(`2026-03-08T13:${minute}:00Z`)
    expect(fixture.provider.submitted).toHaveLength(1)
    expect((await fixture.cancel(id)).status).toBe(204)
    expect([(await fixture.read(id)).body, await broadcast()]).toEqual([ended, canceled])
  })

  test('ends after the number of occurrences in endAfterOccurrences, even if every audience is empty', async () => {
    await fixture.textFrom(ANN, 'STOP')
    const recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }
    const { id } = (await fixture.create({ schedule: { ...TIMETABLE, recurrence } })).body
    for (const day of ['08', '09', '10']) await fixture.workAt(`2026-03-${day}T13:00:00Z`)
    expect((await fixture.read(id)).body.status).toBe('ended')
    expect((await fixture.read(id, '/sends')).body).toMatchObject({
      totalCount: 2,
      results: [{ reason: 'empty_audience' }, { reason: 'empty_audience' }],
    })
  })
})
