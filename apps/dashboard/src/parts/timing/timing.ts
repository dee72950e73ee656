import type { Values } from '../../api/operation.js'
import { canaryFieldsOf, NEW_CANARY, type CanaryChoice } from './canary.js'
import type { Weekday } from './weekdays.js'

/** When a text is sent, as a form has it: also what is not used at the moment, so that switching loses nothing. */
export type Timing = {
  readonly when: When
  /** A local time in the zone, `YYYY-MM-DDTHH:mm`; empty until it is chosen. */
  readonly at: string
  readonly timezone: string
  readonly byLocalTime: boolean
  readonly inWaves: boolean
  readonly waves: Waves
  readonly hasCanary: boolean
  readonly canary: CanaryChoice
  /** Whether texts that have not left fail at `expiresAt`, a local time in the zone. Only for what is sent at once. */
  readonly hasExpiry: boolean
  readonly expiresAt: string
  readonly recurrence: Recurrence
}

export const WHENS = ['now', 'once', 'repeatedly'] as const
export type When = (typeof WHENS)[number]

export type Waves = { readonly recipientsPerWave: number; readonly waveIntervalMinutes: number }

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
export const END_TYPES = ['never', 'onDate', 'afterOccurrences'] as const

export type Recurrence = {
  readonly frequency: (typeof FREQUENCIES)[number]
  readonly interval: number
  readonly daysOfWeek: readonly Weekday[]
  readonly dayOfMonth: number
  readonly endType: (typeof END_TYPES)[number]
  /** A date, `YYYY-MM-DD`. */
  readonly endOnDate: string
  readonly endAfterOccurrences: number
}

export function newTiming(timezone: string): Timing {
  return {
    when: 'now',
    at: '',
    timezone,
    byLocalTime: false,
    inWaves: false,
    waves: { recipientsPerWave: 500, waveIntervalMinutes: 10 },
    hasCanary: false,
    canary: NEW_CANARY,
    hasExpiry: false,
    expiresAt: '',
    recurrence: {
      frequency: 'weekly',
      interval: 1,
      daysOfWeek: ['mon'],
      dayOfMonth: 1,
      endType: 'never',
      endOnDate: '',
      endAfterOccurrences: 10,
    },
  }
}

/** Whether the service has to keep a schedule for it, rather than send at once. */
export function needsSchedule({ when, inWaves }: Timing): boolean {
  return when !== 'now' || inWaves
}

/** By local time each zone has its own hour, and waves are not possible. */
export function isByLocalTime({ when, byLocalTime }: Timing): boolean {
  return when !== 'now' && byLocalTime
}

/** What is still to choose, as a sentence; null if nothing is missing. */
export function missingIn({ when, at, recurrence }: Timing): string | null {
  if (when === 'now') return null
  if (at === '') return 'Choose the date and time.'
  if (when === 'once') return null
  const { frequency, daysOfWeek, endType, endOnDate } = recurrence
  if (frequency === 'weekly' && daysOfWeek.length === 0) return 'Choose at least one day of the week.'
  return endType === 'onDate' && endOnDate === '' ? 'Choose the last day.' : null
}

type ScheduleFields = Values<'/accounts/{account}/messaging/broadcast/schedules', 'post'>['body']
export type TimedFields = Pick<ScheduleFields, 'schedule' | 'waveConfig' | 'canary'>

/** As the service wants it. `startAt` is the local time for `now`. */
export function timedFieldsOf(timing: Timing, startAt: string): TimedFields {
  const { when, at, timezone, inWaves, waves, hasCanary, canary } = timing
  const byLocalTime = isByLocalTime(timing)
  return {
    schedule: {
      at: when === 'now' ? startAt : at,
      timezone,
      sendByLocalTime: byLocalTime,
      ...(when === 'repeatedly' && { recurrence: recurrenceFields(timing) }),
    },
    ...(inWaves && !byLocalTime && { waveConfig: waves }),
    ...(hasCanary && { canary: canaryFieldsOf(canary) }),
  }
}

function recurrenceFields({ recurrence }: Timing): ScheduleFields['schedule']['recurrence'] {
  const { frequency, interval, daysOfWeek, dayOfMonth, endType, endOnDate, endAfterOccurrences } = recurrence
  const common = { interval, endType, ...endFields() }
  if (frequency === 'weekly') return { frequency, daysOfWeek: [...daysOfWeek], ...common }
  return frequency === 'monthly' ? { frequency, dayOfMonth, ...common } : { frequency, ...common }

  function endFields() {
    // Until the end of the day, so that its own send is the last one.
    if (endType === 'onDate') return { endOnDate: `${endOnDate}T23:59` }
    return endType === 'afterOccurrences' ? { endAfterOccurrences } : {}
  }
}

/** What clocks of a zone show at an instant: `2026-03-01T12:00:10`. */
export function wallClockIn(zone: string, instantMs: number): string {
  // Swedish writes times as ISO 8601 does.
  return new Date(instantMs).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')
}
