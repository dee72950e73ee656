import { inMemory } from '@carillon/memory'
import { ids } from '@carillon/contracts'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { AS_POOR, FROM, INACTIVE } from '../testing/fixtures/messaging-fixture.js'
import { SCHEDULES, openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE, audienceOf } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openSchedules>>

beforeEach(async () => {
  fixture = await openSchedules(inMemory())
})

const NOON = '2026-03-01T12:00:00.000Z'
const NEXT = '2026-03-08T13:00:00.000Z'

describe('a new schedule', () => {
  test('is active; the response has sendByLocalTime, the next send, and the seconds of the field at', async () => {
    const { status, body, headers } = await fixture.create()
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(body).toEqual({
      id: expect.stringMatching(/^sch_[0-9a-z]{26}$/),
      status: 'active',
      timing: 'oneTime',
      schedule: { at: '2026-03-08T09:00:00', timezone: 'America/New_York', sendByLocalTime: false },
      nextScheduledFor: NEXT,
      from: FROM,
      body: 'Hello',
      audience: fixture.audience,
      audienceReadable: true,
      createdAt: NOON,
      updatedAt: NOON,
    })
    expect((await fixture.read(body.id)).body).toEqual(body)
  })

  test.each([
    DAILY,
    {
      frequency: 'weekly',
      interval: 2,
      daysOfWeek: ['sun', 'mon'],
      endType: 'afterOccurrences',
      endAfterOccurrences: 3,
    },
    { frequency: 'monthly', interval: 12, dayOfMonth: 31, endType: 'onDate', endOnDate: '2036-12-31T09:00' },
    { ...DAILY, endType: 'onDate', endOnDate: '2026-12-31T23:59:59' },
  ])('has the recurrence that was sent: %j', async (recurrence) => {
    const { body } = await fixture.create({ schedule: { ...TIMETABLE, sendByLocalTime: true, recurrence } })
    expect([body.timing, body.schedule]).toEqual([
      'recurring',
      { ...TIMETABLE, at: '2026-03-08T09:00:00', sendByLocalTime: true, recurrence },
    ])
    expect((await fixture.read(body.id)).body).toEqual(body)
  })

  test('has the waves that were sent', async () => {
    const waveConfig = { recipientsPerWave: 50_000, waveIntervalMinutes: 1_440 }
    expect((await fixture.create({ waveConfig })).body.waveConfig).toEqual(waveConfig)
  })

  test('keeps the seconds of the field at, corrects the case of the zone name, and keeps a zone alias', async () => {
    const { body } = await fixture.create({ schedule: { at: '2026-03-08T09:00:30', timezone: 'asia/CALCUTTA' } })
    expect(body.schedule).toMatchObject({ at: '2026-03-08T09:00:30', timezone: 'Asia/Calcutta' })
    expect(body.nextScheduledFor).toBe('2026-03-08T03:30:30.000Z')
  })

  test.each([
    ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z', 'in a gap moves forward by the length of the gap'],
    ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z', 'in an overlap is the first of the two'],
  ])('at %s is sent at %s: a time %s', async (at, next) => {
    expect((await fixture.create({ schedule: { ...TIMETABLE, at } })).body.nextScheduledFor).toBe(next)
  })

  test('counts a duplicate group once', async () => {
    const [vip, news] = [fixture.groups['VIP'], fixture.groups['News']]
    const { body } = await fixture.create({ audience: audienceOf([vip, news, vip]) })
    expect(body.audience).toEqual(audienceOf([vip, news]))
  })

  test('may begin up to an hour in the past', async () => {
    const { status, body } = await fixture.create({ schedule: { at: '2026-03-01T11:00', timezone: 'UTC' } })
    expect([status, body.status, body.nextScheduledFor]).toEqual([201, 'active', '2026-03-01T11:00:00.000Z'])
  })
})

describe('a schedule is refused', () => {
  const PAST = { at: '2026-03-01T10:59:59', timezone: 'UTC' }

  test('for its first fault, in the order: shape, form of an id, unknown group, time, sender, body', async () => {
    const wrongs: [number, number, object][] = [
      [400, 33400, { status: 'active' }],
      [400, 33034, { audience: audienceOf(['VIP', ids.next('grp')]) }],
      [404, 33031, { audience: audienceOf([fixture.groups['VIP'], ids.next('grp')]) }],
      [400, 33044, { schedule: PAST }],
      [400, 33004, { from: '+12025550199' }],
      [400, 33016, { body: '\u0007' }],
    ]
    for (const [i, [status, code]] of wrongs.entries()) {
      const all = Object.assign(
        {},
        ...wrongs
          .slice(i)
          .reverse()
          .map(([, , fields]) => fields),
      ) as object
      const response = await fixture.create(all)
      expect([response.status, response.body.code]).toEqual([status, code])
    }
    expect((await fixture.list()).body.totalCount).toBe(0)
  })

  test('with a group of another account', async () => {
    await fixture.openPoor()
    const response = await fixture.create({ from: '+12025550177' }, AS_POOR)
    expect([response.status, response.body.code]).toEqual([404, 33031])
  })

  test.each([
    [{ from: INACTIVE }, 33009],
    [{ body: '\uD800' }, 33016],
    [{ body: 'see bit.ly/x' }, 33019],
  ])('for %j with %p', async (fields, code) => {
    expect((await fixture.create(fields)).body.code).toBe(code)
  })

  test.each<[object, string]>([
    [{ schedule: { ...TIMETABLE, sendByLocalTime: true } }, 'waveConfig'],
    [
      { schedule: { ...TIMETABLE, recurrence: { ...DAILY, endType: 'onDate', endOnDate: '2026-03-08T08:59' } } },
      'schedule.recurrence.endOnDate',
    ],
    [{ schedule: { at: '9999-12-31T23:59', timezone: 'America/New_York' } }, 'schedule.at'],
    [{ schedule: { at: '2026-03-08T24:00', timezone: 'EST' } }, 'schedule.at schedule.timezone'],
  ])('and the error has the paths of the invalid or conflicting fields: %j', async (fields, named) => {
    const { status, body } = await fixture.create({
      ...fields,
      waveConfig: { recipientsPerWave: 1, waveIntervalMinutes: 1 },
    })
    expect([status, body.code]).toEqual([400, 33400])
    expect(body.details.fields.map(({ field }: { field: string }) => field).join(' ')).toBe(named)
  })

  test('in JSON with a __proto__ property, or nested too deeply', async () => {
    const json = JSON.stringify(fixture.request)
    const headers = { 'content-type': 'application/json' }
    for (const more of ['"__proto__": { "status": "paused" }', `"audience": ${'['.repeat(33)}${']'.repeat(33)}`]) {
      const { status, body } = await fixture.create({}, { raw: json.replace(/}$/, `, ${more}}`), headers })
      expect([status, body.code]).toEqual([400, 33400])
    }
  })

  test('with a request body that is not an object, whose type is not JSON, or that is too long', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await fixture.create({}, { raw: '[]', headers: json })).body.code).toBe(33400)
    expect((await fixture.create({}, { raw: '{}', headers: { 'content-type': 'text/plain' } })).body.code).toBe(33415)
    const long = JSON.stringify({ ...fixture.request, body: 'x'.repeat(300_000) })
    expect((await fixture.create({}, { raw: long, headers: json })).body.code).toBe(33413)
  })
})

describe('with an idempotencyKey', () => {
  test('a repeat gets the first response, whatever its body, and creates nothing', async () => {
    const first = await fixture.create({ idempotencyKey: 'once' })
    await fixture.change(first.body.id, { status: 'paused' })
    for (const fields of [{}, { body: 'Other' }, { audience: audienceOf(['VIP']) }, { from: INACTIVE }]) {
      const repeat = await fixture.create({ ...fields, idempotencyKey: 'once' })
      expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
      expect(repeat.body).toEqual(first.body)
    }
    expect((await fixture.list()).body.totalCount).toBe(1)
  })

  test('a repeat that is not a valid schedule is refused', async () => {
    await fixture.create({ idempotencyKey: 'once' })
    expect((await fixture.create({ schedule: {}, idempotencyKey: 'once' })).status).toBe(400)
  })

  test('a refused request does not use the key', async () => {
    expect((await fixture.create({ audience: audienceOf(['VIP']), idempotencyKey: 'once' })).body.code).toBe(33034)
    const { status, headers } = await fixture.create({ idempotencyKey: 'once' })
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, null])
  })
})

describe('one schedule', () => {
  test.each(['sch_1', 'brc_1', '%00', '%zz', 'SCH_01kjmma2g0007vq7wrdymx37zc', 'x'.repeat(1_000), ids.next('sch')])(
    'is not found by %s, for any operation',
    async (id) => {
      const responses = [
        await fixture.read(id),
        await fixture.read(id, '/sends'),
        await fixture.read(id, '/upcoming'),
        await fixture.change(id, { status: 'ended' }),
        await fixture.cancel(id),
      ]
      expect(responses.map(({ status, body }) => [status, body.code])).toEqual(responses.map(() => [404, 33404]))
    },
  )

  test('is not found by another account', async () => {
    await fixture.openPoor()
    const { id } = (await fixture.create()).body
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/sends'],
      ['GET', '/upcoming'],
      ['PATCH', ''],
      ['DELETE', ''],
    ]) {
      expect((await fixture.api(method!, `${SCHEDULES}/${id}${rest}`, AS_POOR)).status).toBe(404)
    }
    expect((await fixture.api('GET', SCHEDULES, AS_POOR)).body.results).toEqual([])
    expect((await fixture.read(id)).status).toBe(200)
  })
})

describe('requests for schedules', () => {
  test('count either as schedule writes or as schedule reads', async () => {
    const { id } = (await fixture.create()).body
    await fixture.declare({ rateLimits: { scheduleWrite: 59, scheduleRead: 150 } })
    const left = async (method: string, path: string) => {
      const { headers } = await fixture.api(method, `${SCHEDULES}${path}`)
      return [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]
    }
    expect(await left('PATCH', `/${id}`)).toEqual(['59', '58'])
    expect(await left('POST', '')).toEqual(['59', '57'])
    for (const [i, path] of ['', `/${id}`, `/${id}/sends`, `/${id}/upcoming`].entries()) {
      expect(await left('GET', path)).toEqual(['150', String(149 - i)])
    }
    expect(await left('DELETE', `/${id}`)).toEqual(['59', '56'])
  })

  test('with a method that is not allowed are refused, and the response names the allowed methods', async () => {
    const { status, headers } = await fixture.api('PUT', SCHEDULES)
    expect([status, headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, OPTIONS'])
    expect((await fixture.api('POST', `${SCHEDULES}/sch_1`)).status).toBe(405)
  })
})
