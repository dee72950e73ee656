import { later } from '../../values/time/instant.js'

/** So late a send may start, and a schedule be made. */
export const LATENESS_MAX_MS = 3_600_000

export function isTooLate(at: Date, now: Date): boolean {
  return now > later(at, LATENESS_MAX_MS)
}
