import type { DaysSearch } from '../../parts/days-search.js'

export type LinkSearch = DaysSearch & {
  /** The page of the people who followed it. */
  readonly page?: number
}
