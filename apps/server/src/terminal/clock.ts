import { formatInTimeZone } from 'date-fns-tz'

/**
 * A time in a form for people. The zone name or offset distinguishes the repeated hour when clocks go back. The process
 * runs in UTC (see `main.ts`); in another zone, date-fns-tz would show an hour that the zone skips as the next hour.
 */
export function clockOf(instant: string, timezone = 'UTC'): string {
  return formatInTimeZone(instant, isKnown(timezone) ? timezone : 'UTC', 'yyyy-MM-dd HH:mm:ss zzz')
}

/** A server with a newer Node can name zones that the Node of this command does not have. */
function isKnown(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return true
  } catch {
    return false
  }
}
