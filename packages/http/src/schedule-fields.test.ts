import { ids } from '@carillon/contracts'
import { DomainError, type FieldError } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import type { JsonObject } from './body.js'
import type { Shape } from './checks.js'
import { RecurrenceFields, ScheduleFields, SchedulePatchFields } from './schedule-fields.js'
import { readShape } from './shape.js'
import { schemaFaults } from './testing/openapi-document.js'

const GROUP = ids.next('grp')
const audienceOf = (groups: unknown) => ({ filter: { contact: { groups: { ids: { in: groups } } } } })
const TIMETABLE = { at: '2026-03-08T09:00', timezone: 'America/New_York' }
const REQUEST = { audience: audienceOf([GROUP]), from: '+12025550100', body: 'Hi', schedule: TIMETABLE }
const DAILY = { frequency: 'daily', interval: 1, endType: 'never' }

/** The paths of all that is wrong, in order of their names. */
function faultsOf(Shape: Shape<object>, body: object): readonly string[] {
  return faultsIn(Shape, JSON.stringify(body))
}

function faultsIn(Shape: Shape<object>, json: string): readonly string[] {
  try {
    readShape(Shape, JSON.parse(json) as JsonObject)
    return []
  } catch (error) {
    const { details } = error as DomainError
    return (details!['fields'] as FieldError[]).map(({ field }) => field).sort()
  }
}

const ofRequest = (fields: object) => faultsOf(ScheduleFields, { ...REQUEST, ...fields })
const ofTimetable = (fields: object) => ofRequest({ schedule: { ...TIMETABLE, ...fields } })
const ofRecurrence = (fields: object) => ofTimetable({ recurrence: { ...DAILY, ...fields } })

/** None of which is an object, or holds what one must. */
const NO_OBJECTS = [null, true, 0, '', 'text', [], [{}], [[]]]

describe('a schedule', () => {
  test('needs an audience, a sender, a body and a timetable', () => {
    expect(faultsOf(ScheduleFields, REQUEST)).toEqual([])
    expect(faultsOf(ScheduleFields, {})).toEqual(['audience', 'body', 'from', 'schedule'])
  })

  test('is told all that is wrong with it at once, each under its path', () => {
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

  test('has a body of 1 to 640 characters as people count them', () => {
    expect(ofRequest({ body: '🔔'.repeat(640) })).toEqual([])
    expect(ofRequest({ body: '🔔'.repeat(641) })).toEqual(['body'])
    expect(ofRequest({ body: '' })).toEqual(['body'])
  })

  test.each(['mediaUrl', 'recipients', 'id', 'nextScheduledFor', '__proto__', 'constructor', 'toString'])(
    'has no %s',
    (name) => {
      const json = JSON.stringify(REQUEST).replace('{', `{ "${name}": { "status": "paused" },`)
      expect(faultsIn(ScheduleFields, json)).toEqual([name])
    },
  )

  test('takes null nowhere', () => {
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

/** Where something stands in it, however deep. */
function pathsIn(value: object): readonly string[][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return [[name], ...(isNested ? pathsIn(inner).map((rest) => [name, ...rest]) : [])]
  })
}

describe('an audience', () => {
  test('is a filter by groups and nothing else', () => {
    for (const strange of NO_OBJECTS) expect(ofRequest({ audience: strange })).not.toEqual([])
    for (const strange of [{}, { filter: {} }, { filter: { contact: {} } }, { filter: { contact: { groups: {} } } }]) {
      expect(ofRequest({ audience: strange })).not.toEqual([])
    }
    expect(ofRequest({ audience: { ...audienceOf([GROUP]), exclude: [] } })).toEqual(['audience.exclude'])
  })

  test('names 1 to 100 groups, whatever their form', () => {
    const path = ['audience.filter.contact.groups.ids.in']
    const many = (count: number) => Array.from({ length: count }, () => GROUP)
    expect(ofRequest({ audience: audienceOf(many(100)) })).toEqual([])
    expect(ofRequest({ audience: audienceOf(many(101)) })).toEqual(path)
    expect(ofRequest({ audience: audienceOf([]) })).toEqual(path)
    expect(ofRequest({ audience: audienceOf(['VIP', '']) })).toEqual([])
    for (const strange of [null, 5, {}, [GROUP]]) {
      expect(ofRequest({ audience: audienceOf([GROUP, strange]) })).toEqual(path)
    }
  })
})

describe('at', () => {
  test.each(['2026-03-08T09:00', '2026-03-08T09:00:59', '2028-02-29T00:00', '0001-01-01T00:00', '9999-12-31T23:59:59'])(
    'may be %s',
    (at) => expect(ofTimetable({ at })).toEqual([]),
  )

  test.each([
    ...['2026-03-08T09:00Z', '2026-03-08T09:00+02:00', '2026-03-08T09:00-0500', '2026-03-08T09:00:00.000'],
    ...['2026-03-08T24:00', '2026-03-08T09:60', '2026-03-08T09:00:60', '2026-02-30T09:00', '2027-02-29T09:00'],
    ...['10000-01-01T00:00', '+12026-01-01T00:00', '0000-01-01T00:00', '-0001-01-01T00:00'],
    ...['2026-03-08', '2026-03-08 09:00', '2026-03-08t09:00', '2026-3-8T9:00', '09:00', '', ' 2026-03-08T09:00'],
    ...['2026-03-08T09:00\n', '２０２６-03-08T09:00', '1'.repeat(200_000), 1_772_960_400_000, {}, ['2026-03-08T09:00']],
  ])('is never %p', (at) => expect(ofTimetable({ at })).toEqual(['schedule.at']))
})

describe('timezone', () => {
  test.each([
    'America/New_York',
    'america/new_york',
    'UTC',
    'utc',
    'Japan',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
  ])('may be %s', (timezone) => expect(ofTimetable({ timezone })).toEqual([]))

  test.each([
    ...[
      'EST',
      'est',
      'CET',
      'GMT',
      'PST8PDT',
      'EST5EDT',
      'Z',
      '+02:00',
      '-0500',
      'UTC+2',
      'GMT+1',
      '',
      ' UTC',
      'UTC\n',
    ],
    ...['Mars/Olympus_Mons', 'America/', '/', '../UTC', 'America/New York', 'a/'.repeat(100_000), 0, true, ['UTC'], {}],
  ])('is never %p', (timezone) => expect(ofTimetable({ timezone })).toEqual(['schedule.timezone']))
})

describe('sendByLocalTime', () => {
  test.each(['true', 0, 1, [], {}])('is never %p', (sendByLocalTime) => {
    expect(ofTimetable({ sendByLocalTime })).toEqual(['schedule.sendByLocalTime'])
  })
})

describe('a recurrence', () => {
  const LATER = '2027-01-01T00:00'
  const WITH = {
    daily: {},
    weekly: { daysOfWeek: ['mon'] },
    monthly: { dayOfMonth: 31 },
    never: {},
    onDate: { endOnDate: LATER },
    afterOccurrences: { endAfterOccurrences: 10 },
  }
  const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
  const ENDS = ['never', 'onDate', 'afterOccurrences'] as const

  test.each(FREQUENCIES.flatMap((frequency) => ENDS.map((endType) => [frequency, endType] as const)))(
    '%s and %s take and need their own fields, and no others',
    (frequency, endType) => {
      const own = { ...WITH[frequency], ...WITH[endType] }
      expect(ofRecurrence({ frequency, endType, ...own })).toEqual([])
      for (const name of ['daysOfWeek', 'dayOfMonth', 'endOnDate', 'endAfterOccurrences'] as const) {
        const all = Object.assign({}, ...Object.values(WITH)) as Record<string, unknown>
        const wrong = name in own ? { ...own, [name]: undefined } : { ...own, [name]: all[name] }
        expect(ofRecurrence({ frequency, endType, ...wrong })).toEqual([`schedule.recurrence.${name}`])
      }
    },
  )

  test('is refused by class and document alike, whatever is put together', () => {
    const parts = { ...WITH.weekly, ...WITH.monthly, ...WITH.onDate, ...WITH.afterOccurrences }
    const names = Object.keys(parts) as (keyof typeof parts)[]
    for (const frequency of [...FREQUENCIES, 'yearly', undefined]) {
      for (const endType of [...ENDS, 'soon', undefined]) {
        for (let chosen = 0; chosen < 2 ** names.length; chosen++) {
          const given = names.filter((_, i) => (chosen & (2 ** i)) > 0).map((name) => [name, parts[name]])
          const body = { interval: 1, frequency, endType, ...(Object.fromEntries(given) as object) }
          const byDocument = schemaFaults('#/components/schemas/RecurrenceFields', JSON.parse(JSON.stringify(body)))
          expect([body, faultsOf(RecurrenceFields, body).length > 0]).toEqual([body, byDocument.length > 0])
        }
      }
    }
  })

  test.each<[object, string]>([
    ...[0, 13, -1, 1.5, '1', null, [1], 1e300].map((interval): [object, string] => [{ interval }, 'interval']),
    ...[0, 32, 1.5, '31', [31]].map((dayOfMonth): [object, string] => [
      { frequency: 'monthly', dayOfMonth },
      'dayOfMonth',
    ]),
    ...[[], ['mon', 'mon'], ['Mon'], ['monday'], [1], [null], [['mon']], 'mon', {}, ['mon,tue']].map(
      (daysOfWeek): [object, string] => [{ frequency: 'weekly', daysOfWeek }, 'daysOfWeek'],
    ),
    ...[0, 10_001, 2.5, '3'].map((endAfterOccurrences): [object, string] => [
      { endType: 'afterOccurrences', endAfterOccurrences },
      'endAfterOccurrences',
    ]),
    ...['2027-01-01', '2027-01-01T00:00Z', '2027-02-30T00:00', 5].map((endOnDate): [object, string] => [
      { endType: 'onDate', endOnDate },
      'endOnDate',
    ]),
    ...['at', 'timezone', 'timeOfDay', 'count'].map((name): [object, string] => [{ [name]: '09:00' }, name]),
  ])('is refused with %j', (fields, name) => {
    expect(ofRecurrence(fields)).toEqual([`schedule.recurrence.${name}`])
  })

  test('may be on every day of the week, in any order, and at the bounds of all numbers', () => {
    const daysOfWeek = ['sun', 'mon', 'sat', 'tue', 'fri', 'wed', 'thu']
    expect(ofRecurrence({ frequency: 'weekly', interval: 12, daysOfWeek })).toEqual([])
    for (const dayOfMonth of [1, 31]) expect(ofRecurrence({ frequency: 'monthly', dayOfMonth })).toEqual([])
    for (const endAfterOccurrences of [1, 10_000]) {
      expect(ofRecurrence({ endType: 'afterOccurrences', endAfterOccurrences })).toEqual([])
    }
  })

  test('is an object', () => {
    for (const recurrence of NO_OBJECTS) expect(ofTimetable({ recurrence })).not.toEqual([])
  })
})

describe('waveConfig', () => {
  const WAVES = { recipientsPerWave: 500, waveIntervalMinutes: 10 }

  test('has both of its numbers, within their bounds', () => {
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

  test('may leave out everything, and takes waveConfig away with null', () => {
    expect([ofPatch({}), ofPatch({ waveConfig: null })]).toEqual([[], []])
    expect(ofPatch({ ...REQUEST, status: 'paused' })).toEqual([])
  })

  test.each(['audience', 'from', 'body', 'schedule', 'status'])('takes no null for %s', (name) => {
    expect(ofPatch({ [name]: null })).toEqual([name])
  })

  test('replaces audience and schedule as a whole: half of one is refused', () => {
    expect(ofPatch({ schedule: { at: '2026-03-08T09:00' } })).toEqual(['schedule.timezone'])
    expect(ofPatch({ schedule: { timezone: 'UTC' } })).toEqual(['schedule.at'])
    expect(ofPatch({ schedule: { ...TIMETABLE, recurrence: null } })).toEqual(['schedule.recurrence'])
    expect(ofPatch({ audience: { filter: {} } })).toEqual(['audience.filter.contact'])
  })

  test.each(['ended', 'ACTIVE', '', 5, ['paused']])('has no status %p', (status) => {
    expect(ofPatch({ status })).toEqual(['status'])
  })

  test('changes neither key, id nor times', () => {
    const strange = { idempotencyKey: 'once', id: 'sch_1', createdAt: 'now', timing: 'oneTime' }
    expect(ofPatch(strange)).toEqual(Object.keys(strange).sort())
  })
})
