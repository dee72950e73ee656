/** Local times have no zone here: they are shown as they were chosen. */
const DAY = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The day of `2026-03-08T09:00` or `2026-03-08`: Sun, Mar 8, 2026. */
export function dayOf(local: string): string {
  return DAY.format(new Date(`${local.slice(0, 10)}T00:00Z`))
}

/** The time of `2026-03-08T09:00`: 9:00 AM. */
export function timeOf(local: string): string {
  return TIME.format(new Date(`${local.slice(0, 16)}Z`))
}

/** The month of `2026-03`: March 2026. */
export function monthOf(month: string): string {
  return MONTH.format(new Date(`${month.slice(0, 7)}-01T00:00Z`))
}
