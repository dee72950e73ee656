/** A number of days, weeks, months or years. */
export type DateOffset = { readonly count: number; readonly unit: OffsetUnit }
type OffsetUnit = 'd' | 'w' | 'm' | 'y'

export const TODAY: DateOffset = { count: 0, unit: 'd' }

/** Parses `<N><unit>`; the caller has checked the format. */
export function parseDateOffset(text: string): DateOffset {
  return { count: Number(text.slice(0, -1)), unit: text.at(-1) as OffsetUnit }
}

/**
 * The day at this offset after `today` (`YYYY-MM-DD`), in the format for texts: `MM/DD/YYYY`. A year after 9999 has
 * five digits.
 */
export function shownDate(today: string, { count, unit }: DateOffset): string {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  switch (unit) {
    case 'd':
      return shown(utcDate(year, month, day + count))
    case 'w':
      return shown(utcDate(year, month, day + 7 * count))
    case 'm':
      return shown(clampedDate(year, month + count, day))
    case 'y':
      return shown(clampedDate(year + count, month, day))
  }
}

/** A day past the end of the month becomes its last day. */
function clampedDate(year: number, month: number, day: number): Date {
  const lastDay = utcDate(year, month + 1, 0).getUTCDate()
  return utcDate(year, month, Math.min(day, lastDay))
}

/**
 * Months start at 1; months and days may overflow. `Date.UTC` would map the years 0 to 99 to the 20th century.
 */
function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

function shown(date: Date): string {
  const [month, day, year] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()]
  return `${padded(month, 2)}/${padded(day, 2)}/${padded(year, 4)}`
}

function padded(number: number, width: number): string {
  return String(number).padStart(width, '0')
}
