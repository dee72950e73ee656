import { describe, expect, test } from '@jest/globals'
import { DAILY, TIMETABLE, audienceOf } from '../testing/samples.js'
import { faultsIn, faultsOf, GROUP, NO_OBJECTS, ofRequest, REQUEST } from '../testing/schedule-faults.js'
import { ScheduleFields, SchedulePatchFields } from './schedule-fields.js'

describe('a schedule', () => {
  test('needs an audience, a sender, a body and a timetable', () => {
    expect(faultsOf(ScheduleFields, REQUEST)).toEqual([])
    expect(faultsOf(ScheduleFields, {})).toEqual(['audience', 'body', 'from', 'schedule'])
  })

  test('reports all faults at once, each with its path', () => {
    const body = {
      audience: { filter: { contact: { groups: { ids: { in: 'all' } }, tags: [] } } },
      from: 5,
      body: '',
      schedule: { at: 'noon', timezone: 'EST', sendByLocalTime: 'yes', recurrence: { frequency: 'yearly' } },
      waveConfig: { recipientsPerWave: 0 },
      idempotencyKey: '!',
      status: 'active',
    }
    expect(faultsOf(ScheduleFields, body)).toEqual([
      'audience.filter.contact.groups.ids.in',
      'audience.filter.contact.tags',
      'body',
      'from',
      'idempotencyKey',
      'schedule.at',
      'schedule.recurrence.endType',
      'schedule.recurrence.frequency',
      'schedule.recurrence.interval',
      'schedule.sendByLocalTime',
      'schedule.timezone',
      'status',
      'waveConfig.recipientsPerWave',
      'waveConfig.waveIntervalMinutes',
    ])
  })

  test('has a body of 1 to 640 code points', () => {
    expect(ofRequest({ body: '🔔'.repeat(640) })).toEqual([])
    expect(ofRequest({ body: '🔔'.repeat(641) })).toEqual(['body'])
    expect(ofRequest({ body: '' })).toEqual(['body'])
  })

  test.each(['mediaUrl', 'recipients', 'id', 'nextScheduledFor', '__proto__', 'constructor', 'toString'])(
    'must not have the field %s',
    (name) => {
      const json = JSON.stringify(REQUEST).replace('{', `{ "${name}": { "status": "paused" },`)
      expect(faultsIn(ScheduleFields, json)).toEqual([name])
    },
  )

  test('must not have null in any field', () => {
    const recurrence = { ...DAILY, frequency: 'weekly', daysOfWeek: ['mon'] }
    const full = { ...REQUEST, schedule: { ...TIMETABLE, sendByLocalTime: false, recurrence }, idempotencyKey: 'once' }
    const nulled = (value: unknown, path: readonly string[]): unknown => {
      const [name, ...rest] = path
      if (name === undefined) return null
      return { ...(value as object), [name]: nulled((value as Record<string, unknown>)[name], rest) }
    }
    for (const path of pathsIn(full)) expect(faultsOf(ScheduleFields, nulled(full, path) as object)).not.toEqual([])
    expect(pathsIn(full)).toHaveLength(18)
    expect(ofRequest({ waveConfig: null })).toEqual(['waveConfig'])
  })
})

/** The paths of all values at any depth. */
function pathsIn(value: object): readonly string[][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return [[name], ...(isNested ? pathsIn(inner).map((rest) => [name, ...rest]) : [])]
  })
}

describe('an audience', () => {
  test('is a filter and nothing else', () => {
    for (const strange of NO_OBJECTS) expect(ofRequest({ audience: strange })).not.toEqual([])
    for (const strange of [{}, { filter: {} }, { filter: { contact: {} } }, { filter: { contact: { groups: {} } } }]) {
      expect(ofRequest({ audience: strange })).not.toEqual([])
    }
    expect(ofRequest({ audience: { ...audienceOf([GROUP]), exclude: [] } })).toEqual(['audience.exclude'])
  })

  test('can have any conditions, and each fault has its path', () => {
    const filtered = (contact: object) => ofRequest({ audience: { filter: { contact } } })
    expect(filtered({ any: [{ tz: { eq: 'America/Denver' } }, { not: { isFavorite: { eq: true } } }] })).toEqual([])
    const faulty = { any: [{ tz: { eq: 'Denver' } }, { not: { isFavorite: { eq: 1 } } }] }
    const at = 'audience.filter.contact.any'
    expect(filtered(faulty)).toEqual([`${at}[0].tz.eq`, `${at}[1].not.isFavorite.eq`])
  })

  test('names 1 to 100 groups; the form of an id is not checked here', () => {
    const path = ['audience.filter.contact.groups.ids.in']
    const many = (count: number) => Array.from({ length: count }, () => GROUP)
    expect(ofRequest({ audience: audienceOf(many(100)) })).toEqual([])
    expect(ofRequest({ audience: audienceOf(many(101)) })).toEqual(path)
    expect(ofRequest({ audience: audienceOf([]) })).toEqual(path)
    expect(ofRequest({ audience: audienceOf(['VIP', '']) })).toEqual([])
    for (const strange of [null, 5, {}, [GROUP]]) {
      expect(ofRequest({ audience: audienceOf([GROUP, strange]) })).toEqual([`${path[0]}[1]`])
    }
  })
})

describe('waveConfig', () => {
  const WAVES = { recipientsPerWave: 500, waveIntervalMinutes: 10 }

  test('needs both of its numbers, within their limits', () => {
    for (const recipientsPerWave of [1, 50_000]) {
      expect(ofRequest({ waveConfig: { ...WAVES, recipientsPerWave } })).toEqual([])
    }
    for (const waveIntervalMinutes of [1, 1_440]) {
      expect(ofRequest({ waveConfig: { ...WAVES, waveIntervalMinutes } })).toEqual([])
    }
    expect(ofRequest({ waveConfig: {} })).toEqual(['waveConfig.recipientsPerWave', 'waveConfig.waveIntervalMinutes'])
    for (const recipientsPerWave of [0, 50_001, 1.5, '500', null]) {
      expect(ofRequest({ waveConfig: { ...WAVES, recipientsPerWave } })).toEqual(['waveConfig.recipientsPerWave'])
    }
    for (const waveIntervalMinutes of [0, 1_441, 0.5, '10', null]) {
      expect(ofRequest({ waveConfig: { ...WAVES, waveIntervalMinutes } })).toEqual(['waveConfig.waveIntervalMinutes'])
    }
    expect(ofRequest({ waveConfig: { ...WAVES, jitter: 1 } })).toEqual(['waveConfig.jitter'])
    for (const waveConfig of NO_OBJECTS) expect(ofRequest({ waveConfig })).not.toEqual([])
  })
})

describe('a patch', () => {
  const ofPatch = (patch: object) => faultsOf(SchedulePatchFields, patch)

  test('may omit every field, and removes waveConfig with null', () => {
    expect([ofPatch({}), ofPatch({ waveConfig: null })]).toEqual([[], []])
    expect(ofPatch({ ...REQUEST, status: 'paused' })).toEqual([])
  })

  test.each(['audience', 'from', 'body', 'schedule', 'status'])('accepts no null for %s', (name) => {
    expect(ofPatch({ [name]: null })).toEqual([name])
  })

  test('replaces audience and schedule as a whole: a part of one is refused', () => {
    expect(ofPatch({ schedule: { at: '2026-03-08T09:00' } })).toEqual(['schedule.timezone'])
    expect(ofPatch({ schedule: { timezone: 'UTC' } })).toEqual(['schedule.at'])
    expect(ofPatch({ schedule: { ...TIMETABLE, recurrence: null } })).toEqual(['schedule.recurrence'])
    expect(ofPatch({ audience: { filter: {} } })).toEqual(['audience.filter.contact'])
  })

  test.each(['ended', 'ACTIVE', '', 5, ['paused']])('cannot set the status %p', (status) => {
    expect(ofPatch({ status })).toEqual(['status'])
  })

  test('cannot change the key, the id or the times', () => {
    const strange = { idempotencyKey: 'once', id: 'sch_1', createdAt: 'now', timing: 'oneTime' }
    expect(ofPatch(strange)).toEqual(Object.keys(strange).sort())
  })
})
