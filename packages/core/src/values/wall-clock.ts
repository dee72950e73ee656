import type { TimeZone } from './time-zone.js'

/** The day that it is there at that instant, `YYYY-MM-DD`. */
export function todayIn(zone: TimeZone, now: Date): string {
  const parts = formatOf(zone).formatToParts(now)
  const valueOf = (asked: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === asked)!.value
  return `${valueOf('year').padStart(4, '0')}-${valueOf('month')}-${valueOf('day')}`
}

/** The day in UTC, which quotas go by. */
export function utcDayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** Making one takes a hundred times as long as using it. There are some 600 zones, so that this does not grow forever. */
const FORMATS = new Map<TimeZone, Intl.DateTimeFormat>()

function formatOf(zone: TimeZone): Intl.DateTimeFormat {
  const known = FORMATS.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  FORMATS.set(zone, format)
  return format
}
