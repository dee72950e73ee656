import { formatInTimeZone } from 'date-fns-tz'

/** As the server tells of it. */
export type Schedule = {
  readonly id: string
  readonly status: string
  readonly timing: string
  readonly schedule: Timetable
  readonly nextScheduledFor?: string
  readonly recipients: { readonly groups: readonly Named[] } | { readonly list: Named }
}

type Named = { readonly name: string }

type Timetable = {
  readonly at: string
  readonly timezone: string
  readonly sendByLocalTime: boolean
  readonly recurrence?: Recurrence
}

type Recurrence = {
  readonly frequency: keyof typeof PERIODS
  readonly interval: number
  readonly daysOfWeek?: readonly string[]
  readonly dayOfMonth?: number
  readonly endOnDate?: string
  readonly endAfterOccurrences?: number
}

/** What clocks show there at that instant, with the name or the offset of their time, which tells a doubled hour apart. */
export function clockOf(instant: string, timezone: string): string {
  return formatInTimeZone(instant, timezone, 'yyyy-MM-dd HH:mm:ss zzz')
}

export function nextOf({ nextScheduledFor, schedule }: Schedule): string {
  return nextScheduledFor === undefined ? '-' : clockOf(nextScheduledFor, schedule.timezone)
}

/** Names only: whom they are of is for the account. */
export function recipientsOf({ recipients }: Schedule): string {
  if ('list' in recipients) return `the list ${recipients.list.name}`
  return recipients.groups.map(({ name }) => name).join(', ')
}

export function timetableOf({ at, timezone, sendByLocalTime, recurrence }: Timetable): string {
  const where = sendByLocalTime ? `by the clocks of its recipients, or else of ${timezone}` : timezone
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
