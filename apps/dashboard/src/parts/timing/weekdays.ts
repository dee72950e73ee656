export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const DAY_WORDS = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' } as const

/** The days in the order of the week. */
export function inOrder(days: readonly string[]): readonly Weekday[] {
  return WEEKDAYS.filter((day) => days.includes(day))
}
