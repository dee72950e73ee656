import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openSchedules>>

beforeEach(async () => {
  fixture = await openSchedules(inMemory())
})

/** Creates three schedules, a second apart. */
async function threeSchedules() {
  const made: string[] = []
  for (const fields of [
    { schedule: { at: '2026-03-10T09:00', timezone: 'UTC' } },
    { schedule: { at: '2026-03-09T09:00', timezone: 'UTC', recurrence: DAILY } },
    { schedule: { at: '2026-03-11T09:00', timezone: 'UTC', recurrence: DAILY } },
  ]) {
    made.push((await fixture.create(fields)).body.id)
    fixture.clock.advance(1_000)
  }
  return made as [string, string, string]
}

async function listed(query = '') {
  const { status, body } = await fixture.list(query)
  expect(status).toBe(200)
  return body.results.map(({ id }: { id: string }) => id) as string[]
}

describe('the list', () => {
  test('is sorted by next send by default, and can be sorted otherwise', async () => {
    const [tenth, ninth, eleventh] = await threeSchedules()
    expect(await listed()).toEqual([ninth, tenth, eleventh])
    expect(await listed('sort=nextScheduledFor')).toEqual([ninth, tenth, eleventh])
    expect(await listed('sort=-nextScheduledFor')).toEqual([eleventh, tenth, ninth])
    expect(await listed('sort=createdAt')).toEqual([tenth, ninth, eleventh])
    expect(await listed('sort=-createdAt')).toEqual([eleventh, ninth, tenth])
  })

  test('has schedules without a next send at its end, in both sort directions', async () => {
    const [tenth, ninth, eleventh] = await threeSchedules()
    await fixture.workAt('2026-03-10T09:00:00Z')
    expect(await listed()).toEqual([ninth, eleventh, tenth])
    // Schedules with the same next send are sorted by id, in the same direction.
    expect(await listed('sort=-nextScheduledFor')).toEqual([eleventh, ninth, tenth])
    expect((await fixture.read(tenth)).body).toMatchObject({ status: 'ended' })
    expect((await fixture.read(tenth)).body).not.toHaveProperty('nextScheduledFor')
  })

  test('is returned in pages', async () => {
    const [tenth, ninth, eleventh] = await threeSchedules()
    const { body } = await fixture.list('page=2&limit=2')
    expect(body).toMatchObject({ page: 2, limit: 2, totalCount: 3 })
    expect([await listed('limit=2'), await listed('page=2&limit=2'), await listed('page=3&limit=2')]).toEqual([
      [ninth, tenth],
      [eleventh],
      [],
    ])
    expect((await fixture.list('limit=1000')).body).toMatchObject({ page: 1, limit: 100 })
    expect((await fixture.list()).body.limit).toBe(20)
  })

  test('can be filtered by one or more values of status and timing', async () => {
    const [tenth, ninth, eleventh] = await threeSchedules()
    await fixture.change(ninth, { status: 'paused' })
    await fixture.workAt('2026-03-10T09:00:00Z')
    expect(await listed('status=ended')).toEqual([tenth])
    expect(await listed('status=active')).toEqual([eleventh])
    expect(await listed('status=paused,ended')).toEqual([ninth, tenth])
    expect(await listed('status=active,paused,ended')).toEqual([ninth, eleventh, tenth])
    expect(await listed('timing=oneTime')).toEqual([tenth])
    expect(await listed('timing=recurring&status=active,ended')).toEqual([eleventh])
    expect(await listed('timing=oneTime,recurring&status=active,active')).toEqual([eleventh])
    expect(await listed('status=&timing=&nextScheduledFrom=&nextScheduledTo=&sort=')).toHaveLength(3)
  })

  test('can be filtered by the time of the next send, with inclusive limits in any UTC offset', async () => {
    const [tenth, ninth, eleventh] = await threeSchedules()
    expect(await listed('nextScheduledFrom=2026-03-10T09:00:00Z')).toEqual([tenth, eleventh])
    expect(await listed('nextScheduledFrom=2026-03-10T09:00:00.001Z')).toEqual([eleventh])
    expect(await listed('nextScheduledTo=2026-03-10T10:00%2B01:00')).toEqual([ninth, tenth])
    expect(await listed('nextScheduledTo=2026-03-10T08:59:59.999Z')).toEqual([ninth])
    expect(await listed('nextScheduledFrom=2026-03-09T09:00Z&nextScheduledTo=2026-03-09T09:00Z')).toEqual([ninth])
    expect(await listed('nextScheduledFrom=2026-03-11T09:00Z&nextScheduledTo=2026-03-09T09:00Z')).toEqual([])
    expect(await listed('nextScheduledFrom=2026-03-10T09:00Z&timing=recurring')).toEqual([eleventh])
  })

  test.each([
    ...['status=gone', 'status=Active', 'status=active,', 'status=,', 'status=active%20paused', 'status=a&status=b'],
    ...['timing=once', 'timing=onetime', 'sort=id', 'sort=-nextscheduledfor', 'sort=createdAt,nextScheduledFor'],
    ...['nextScheduledFrom=2026-03-10', 'nextScheduledFrom=2026-03-10T09:00', 'nextScheduledTo=2026-02-30T09:00Z'],
    ...['page=0', 'page=-1', 'page=1.5', 'limit=0', 'limit=x', 'page=1000001', 'limit=1&limit=2'],
  ])('refuses %s', async (query) => {
    const { status, body } = await fixture.list(query)
    expect([status, body.code]).toEqual([400, 33400])
    expect(body.details.fields).toMatchObject([{ field: query.split('=')[0] }])
  })
})

describe('the next sends', () => {
  const ends = { ...DAILY, endType: 'afterOccurrences' }
  const upcoming = async (fields: object, query = '') => {
    const { id } = (await fixture.create(fields)).body
    return (await fixture.read(id, `/upcoming?${query}`)).body.results as string[]
  }

  test('are ten, or the requested number, and never more than 100', async () => {
    const fields = { schedule: { ...TIMETABLE, recurrence: DAILY } }
    expect(await upcoming(fields)).toHaveLength(10)
    expect(await upcoming(fields, 'count=1')).toEqual(['2026-03-08T13:00:00.000Z'])
    expect(await upcoming(fields, 'count=100')).toHaveLength(100)
    expect(await upcoming(fields, 'count=9999999999999999999999')).toHaveLength(100)
  })

  test('keep their wall clock across a clock change, and end with the schedule', async () => {
    const schedule = { ...TIMETABLE, at: '2026-03-07T09:00', recurrence: { ...ends, endAfterOccurrences: 3 } }
    expect(await upcoming({ schedule })).toEqual([
      '2026-03-07T14:00:00.000Z',
      '2026-03-08T13:00:00.000Z',
      '2026-03-09T13:00:00.000Z',
    ])
    expect(await upcoming({})).toEqual(['2026-03-08T13:00:00.000Z'])
  })

  test('are an empty list for a schedule that has ended', async () => {
    const { id } = (await fixture.create()).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    expect((await fixture.read(id, '/upcoming')).body).toEqual({ results: [] })
  })

  test.each(['0', '-1', '1.5', 'x', '1e2'])('are refused for the count %s', async (count) => {
    const { id } = (await fixture.create()).body
    const { status, body } = await fixture.read(id, `/upcoming?count=${count}`)
    expect([status, body.details.fields[0].field]).toEqual([400, 'count'])
  })
})
