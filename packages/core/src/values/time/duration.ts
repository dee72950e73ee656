import { DAY_MS, HOUR_MS } from './instant.js'

const UNITS = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const
export type DurationUnit = keyof typeof UNITS

const FORM = /^([1-9]\d{0,4})([hdw])$/

/** The length of a duration such as `24h`, `30d` or `8w`. Null if it is none, or has another unit than the given ones. */
export function durationMs(text: string, units: readonly DurationUnit[] = ['h', 'd', 'w']): number | null {
  const [, count, unit] = FORM.exec(text) ?? []
  return units.includes(unit as DurationUnit) ? Number(count) * UNITS[unit as DurationUnit] : null
}
