import type { Schema } from '@carillon/client'
import { clockOf } from '../../terminal/clock.js'

export type Schedule = Schema<'DescribedSchedule'>
type Timetable = Schedule['schedule']
type Recurrence = NonNullable<Timetable['recurrence']>

export function nextOf({ nextScheduledFor, schedule }: Schedule): string {
  return nextScheduledFor === undefined ? '-' : clockOf(nextScheduledFor, schedule.timezone)
}

/** Shows only names and filters, because only the account may see the recipients themselves. */
export function recipientsOf({ recipients }: Schedule): string {
  if ('list' in recipients) return `the list ${recipients.list.name}`
  if ('filter' in recipients) return `the filter ${JSON.stringify(recipients.filter)}`
  return recipients.groups.map(({ name }) => name).join(', ')
}

export function timetableOf({ at, timezone, sendByLocalTime, recurrence }: Timetable): string {
  const where = sendByLocalTime ? `in the local time of each recipient, or of ${timezone} if it is unknown` : timezone
  const when = `${at.replace('T', ' ')} ${where}`
  return recurrence === undefined ? when : `${when}, then ${patternOf(recurrence)}${endOf(recurrence)}`
}

const PERIODS = { daily: 'day', weekly: 'week', monthly: 'month' }

function patternOf({ frequency, interval, daysOfWeek, dayOfMonth }: Recurrence): string {
  const period = PERIODS[frequency]
  const every = interval === 1 ? `every ${period}` : `every ${interval} ${period}s`
  if (daysOfWeek !== undefined) return `${every} on ${daysOfWeek.join(', ')}`
  return dayOfMonth === undefined ? every : `${every} on day ${dayOfMonth}`
}

function endOf({ endOnDate, endAfterOccurrences }: Recurrence): string {
  if (endOnDate !== undefined) return `, until ${endOnDate.replace('T', ' ')}`
  return endAfterOccurrences === undefined ? '' : `, ${endAfterOccurrences} times in all`
}
