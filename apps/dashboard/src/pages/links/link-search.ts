export const SPANS = [7, 30, 90] as const

export type LinkSearch = {
  /** How many days are shown; 30 if it is absent. */
  readonly days?: 7 | 90
  /** The page of the people who followed it. */
  readonly page?: number
}
