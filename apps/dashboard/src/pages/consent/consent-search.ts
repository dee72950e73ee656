import type { DaysSearch } from '../../parts/days-search.js'

export type ConsentSearch = DaysSearch & {
  /** Of the pending confirmations. */
  readonly cursor?: string
}
