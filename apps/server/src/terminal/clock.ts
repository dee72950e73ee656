import { formatInTimeZone } from 'date-fns-tz'

/**
 * A time as a person reads it. The zone name or offset distinguishes the repeated hour when clocks go back. The process
 * runs in UTC (see `main.ts`); in another zone date-fns-tz would show the hour that this zone skips as the hour after it.
 */
export function clockOf(instant: string, timezone = 'UTC'): string {
  return formatInTimeZone(instant, timezone, 'yyyy-MM-dd HH:mm:ss zzz')
}
