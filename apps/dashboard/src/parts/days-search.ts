export const DAYS = [7, 30, 90] as const
export type Days = (typeof DAYS)[number]

export type DaysSearch = {
  /** Default: 30. */
  readonly days?: Days
}

/** The number of days in the URL, which may be a text there. */
export function daysIn({ days }: Record<string, unknown>): DaysSearch {
  const found = DAYS.find((one) => one === Number(days))
  return found === undefined || found === 30 ? {} : { days: found }
}
