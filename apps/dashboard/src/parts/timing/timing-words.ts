import { placeOf } from '../time/time-format.js'
import { dayOf, timeOf } from '../time/wall-clock-format.js'
import { isByLocalTime, missingIn, type Recurrence, type Timing } from './timing.js'
import { DAY_WORDS } from './weekdays.js'

/** When a text is sent, in a sentence: "Every 2 weeks on Mon and Fri at 9:00 AM, New York time." */
export function timingWords(timing: Timing): string {
  const { when, at, timezone, inWaves, waves } = timing
  const missing = missingIn(timing)
  if (missing !== null) return missing
  const byLocalTime = isByLocalTime(timing)
  const zone = byLocalTime ? 'local time of each person' : `${placeOf(timezone)} time`
  const spread =
    inWaves && !byLocalTime
      ? ` In waves of ${NUMBERS.format(waves.recipientsPerWave)}, ${every(waves.waveIntervalMinutes, 'minute')}.`
      : ''
  if (when === 'now') return `Now.${spread}`
  if (when === 'once') return `${dayOf(at)}, ${timeOf(at)}, ${zone}.${spread}`
  return `${patternWords(timing.recurrence)} at ${timeOf(at)}, ${zone}, first on ${dayOf(at)}${endWords(timing.recurrence)}.${spread}`
}

/** The same for a list, in which the next time stands beside it: "Every week on Mon at 9:00 AM, New York time". */
export function rhythmWords(timing: Timing): string {
  const zone = isByLocalTime(timing) ? 'local time of each person' : `${placeOf(timing.timezone)} time`
  return timing.when === 'repeatedly'
    ? `${patternWords(timing.recurrence)} at ${timeOf(timing.at)}, ${zone}`
    : `Once, ${zone}`
}

function patternWords({ frequency, interval, daysOfWeek, dayOfMonth }: Recurrence): string {
  if (frequency === 'daily') return capitalized(every(interval, 'day'))
  if (frequency === 'monthly') return `${capitalized(every(interval, 'month'))} on day ${dayOfMonth}`
  return `${capitalized(every(interval, 'week'))} on ${LIST.format(daysOfWeek.map((day) => DAY_WORDS[day]))}`
}

function endWords({ endType, endOnDate, endAfterOccurrences }: Recurrence): string {
  if (endType === 'onDate') return `, until ${dayOf(endOnDate)}`
  return endType === 'afterOccurrences' ? `, ${NUMBERS.format(endAfterOccurrences)} times in all` : ''
}

function every(count: number, unit: string): string {
  return count === 1 ? `every ${unit}` : `every ${NUMBERS.format(count)} ${unit}s`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const NUMBERS = new Intl.NumberFormat('en')
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
