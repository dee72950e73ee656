/** One page of a list, and how much there is in all. */
export type Page<T> = {
  readonly page: number
  readonly limit: number
  readonly totalCount: number
  readonly results: readonly T[]
}

export type PageRequest = { readonly page: number; readonly limit: number }

/** A stretch of a list by position: `from` is in it, `until` is not. */
export type PositionRange = { readonly from: number; readonly until: number }
