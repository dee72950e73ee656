import { isTimeZone } from '@carillon/core'
import { formatInTimeZone } from 'date-fns-tz'

/**
 * A time in a form for people. The zone name or offset distinguishes the repeated hour when clocks go back. The process
 * runs in UTC (see `main.ts`); in a zone that skips an hour, date-fns-tz would show that hour as the next one.
 */
export function clockOf(instant: string, timezone = 'UTC'): string {
  // A server with a newer Node can name zones that the Node of this command does not have.
  return formatInTimeZone(instant, isTimeZone(timezone) ? timezone : 'UTC', 'yyyy-MM-dd HH:mm:ss zzz')
}
