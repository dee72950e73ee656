export type TimeStyle = 'full' | 'day' | 'time' | 'short'

const STYLES: Readonly<Record<TimeStyle, Intl.DateTimeFormatOptions>> = {
  full: { dateStyle: 'medium', timeStyle: 'short' },
  short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  day: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
}

/** An instant as people read it, in a zone. */
export function formatTime(instant: string | Date, zone: string, style: TimeStyle = 'full'): string {
  return formatter(STYLES[style], zone, style).format(new Date(instant))
}

/** With seconds and the offset, for tooltips. */
export function formatExactly(instant: string | Date, zone: string): string {
  const options: Intl.DateTimeFormatOptions = {
    dateStyle: 'full',
    timeStyle: 'long',
  }
  return formatter(options, zone, 'exactly').format(new Date(instant))
}

/** The present offset of a zone: `GMT-5`. */
export function offsetOf(zone: string, at: Date = new Date()): string {
  const parts = formatter({ timeZoneName: 'shortOffset' }, zone, 'offset').formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** `America/New_York` as people read it: `New York`. */
export function placeOf(zone: string): string {
  return zone.split('/').at(-1)!.replaceAll('_', ' ')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter takes much longer than using one, and a table formats hundreds of times. */
function formatter(options: Intl.DateTimeFormatOptions, zone: string, name: string): Intl.DateTimeFormat {
  const key = `${name} ${zone}`
  const made = formatters.get(key) ?? new Intl.DateTimeFormat('en', { ...options, timeZone: zone })
  formatters.set(key, made)
  return made
}
