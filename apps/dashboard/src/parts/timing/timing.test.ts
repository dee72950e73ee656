import { describe, expect, test } from '@jest/globals'
import {
  missingIn,
  needsSchedule,
  newTiming,
  timedFieldsOf,
  wallClockIn,
  type Recurrence,
  type Timing,
} from './timing.js'
import { rhythmWords, timingWords } from './timing-words.js'

const AT = '2026-03-02T09:00'
const NOW = newTiming('America/New_York')
const timing = (changes: Partial<Timing>): Timing => ({ ...NOW, at: AT, ...changes })
const repeatedly = (recurrence: Partial<Recurrence>, changes: Partial<Timing> = {}) =>
  timing({ when: 'repeatedly', recurrence: { ...NOW.recurrence, ...recurrence }, ...changes })
const WAVES = { recipientsPerWave: 1_500, waveIntervalMinutes: 1 }

test('only a send at once and without waves needs no schedule', () => {
  expect(needsSchedule(NOW)).toBe(false)
  expect(needsSchedule({ ...NOW, inWaves: true })).toBe(true)
  expect(needsSchedule(timing({ when: 'once' }))).toBe(true)
})

test.each([
  [NOW, null],
  [timing({ when: 'once', at: '' }), 'Choose the date and time.'],
  [repeatedly({ daysOfWeek: [] }), 'Choose at least one day of the week.'],
  [repeatedly({ frequency: 'daily', daysOfWeek: [] }), null],
  [repeatedly({ endType: 'onDate' }), 'Choose the last day.'],
])('%#: says what is missing', (given, missing) => expect(missingIn(given)).toBe(missing))

describe('the fields of the schedule', () => {
  const fieldsOf = (given: Timing) => timedFieldsOf(given, '2026-03-01T12:00:10')

  test('have only what belongs to the choices', () => {
    expect(fieldsOf({ ...NOW, inWaves: true, waves: WAVES, byLocalTime: true })).toEqual({
      schedule: { at: '2026-03-01T12:00:10', timezone: 'America/New_York', sendByLocalTime: false },
      waveConfig: WAVES,
    })
    expect(fieldsOf(timing({ when: 'once', byLocalTime: true, inWaves: true }))).toEqual({
      schedule: { at: AT, timezone: 'America/New_York', sendByLocalTime: true },
    })
  })

  test('have the pattern and the end of a recurrence', () => {
    const recurrenceOf = (recurrence: Partial<Recurrence>) => fieldsOf(repeatedly(recurrence)).schedule.recurrence
    expect(recurrenceOf({ frequency: 'daily', interval: 2 })).toEqual({
      frequency: 'daily',
      interval: 2,
      endType: 'never',
    })
    expect(recurrenceOf({ daysOfWeek: ['fri'], endType: 'onDate', endOnDate: '2026-04-01' })).toEqual({
      ...{ frequency: 'weekly', interval: 1, daysOfWeek: ['fri'] },
      ...{ endType: 'onDate', endOnDate: '2026-04-01T23:59' },
    })
    expect(recurrenceOf({ frequency: 'monthly', dayOfMonth: 31, endType: 'afterOccurrences' })).toEqual({
      ...{ frequency: 'monthly', interval: 1, dayOfMonth: 31 },
      ...{ endType: 'afterOccurrences', endAfterOccurrences: 10 },
    })
  })
})

test.each([
  [NOW, 'Now.'],
  [{ ...NOW, inWaves: true, waves: WAVES }, 'Now. In waves of 1,500, every minute.'],
  [timing({ when: 'once' }), 'Mon, Mar 2, 2026, 9:00 AM, New York time.'],
  [timing({ when: 'once', byLocalTime: true, inWaves: true }), 'Mon, Mar 2, 2026, 9:00 AM, local time of each person.'],
  [
    repeatedly({ interval: 2, daysOfWeek: ['mon', 'fri'], endType: 'onDate', endOnDate: '2026-12-31' }),
    'Every 2 weeks on Mon and Fri at 9:00 AM, New York time, first on Mon, Mar 2, 2026, until Thu, Dec 31, 2026.',
  ],
  [
    repeatedly({ frequency: 'monthly', dayOfMonth: 15, endType: 'afterOccurrences', endAfterOccurrences: 3 }),
    'Every month on day 15 at 9:00 AM, New York time, first on Mon, Mar 2, 2026, 3 times in all.',
  ],
])('%#: in words', (given, words) => expect(timingWords(given).replaceAll('\u202f', ' ')).toBe(words))

test('the clocks of a zone', () => {
  expect(wallClockIn('America/New_York', Date.parse('2026-03-08T07:00:05Z'))).toBe('2026-03-08T03:00:05')
})

test.each([
  [timing({ when: 'once', byLocalTime: true }), 'Once, local time of each person'],
  [repeatedly({ daysOfWeek: ['mon'] }), 'Every week on Mon at 9:00 AM, New York time'],
])('%#: in a list', (given, words) => expect(rhythmWords(given).replaceAll('\u202f', ' ')).toBe(words))
