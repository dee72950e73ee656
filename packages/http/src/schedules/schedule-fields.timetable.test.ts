import { describe, expect, test } from '@jest/globals'
import { schemaFaults } from '../testing/openapi-document.js'
import { faultsOf, NO_OBJECTS, ofRecurrence, ofTimetable } from '../testing/schedule-faults.js'
import { RecurrenceFields } from './schedule-fields.js'

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
  ])('must not be %p', (at) => expect(ofTimetable({ at })).toEqual(['schedule.at']))
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
  ])('must not be %p', (timezone) => expect(ofTimetable({ timezone })).toEqual(['schedule.timezone']))
})

describe('sendByLocalTime', () => {
  test.each(['true', 0, 1, [], {}])('must not be %p', (sendByLocalTime) => {
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
    'with %s and %s requires their fields, and accepts no others',
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

  test('is refused by the class if and only if the document refuses it, for any combination of fields', () => {
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

  test('may have all days of the week, in any order, and numbers at their limits', () => {
    const daysOfWeek = ['sun', 'mon', 'sat', 'tue', 'fri', 'wed', 'thu']
    expect(ofRecurrence({ frequency: 'weekly', interval: 12, daysOfWeek })).toEqual([])
    for (const dayOfMonth of [1, 31]) expect(ofRecurrence({ frequency: 'monthly', dayOfMonth })).toEqual([])
    for (const endAfterOccurrences of [1, 10_000]) {
      expect(ofRecurrence({ endType: 'afterOccurrences', endAfterOccurrences })).toEqual([])
    }
  })

  test('must be an object', () => {
    for (const recurrence of NO_OBJECTS) expect(ofTimetable({ recurrence })).not.toEqual([])
  })
})
