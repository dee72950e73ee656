/** Days, weeks, months or years. */
export type DateOffset = { readonly count: number; readonly unit: OffsetUnit }
type OffsetUnit = 'd' | 'w' | 'm' | 'y'

export const TODAY: DateOffset = { count: 0, unit: 'd' }

/** Of `<N><unit>`, a form that its caller has made sure of. */
export function parseDateOffset(text: string): DateOffset {
  return { count: Number(text.slice(0, -1)), unit: text.at(-1) as OffsetUnit }
}

/**
 * The day that lies that far after the given one, which is `YYYY-MM-DD`, as a text shows it: `MM/DD/YYYY`. A year
 * beyond 9999 has its five digits.
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

/** A day that the month does not have is its last. */
function clampedDate(year: number, month: number, day: number): Date {
  const lastDay = utcDate(year, month + 1, 0).getUTCDate()
  return utcDate(year, month, Math.min(day, lastDay))
}

/**
 * Months from 1, and both months and days may go on beyond the end. `Date.UTC` takes the first century for the 20th.
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
