export const STATUSES = ['active', 'paused', 'ended'] as const
export type Status = (typeof STATUSES)[number]

export type SchedulesSearch = {
  /** Without it, the list. */
  readonly view?: 'calendar'
  readonly status?: Status
  readonly page?: number
  /** Of the calendar, `YYYY-MM`. */
  readonly month?: string
}
