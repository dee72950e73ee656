/** One page of a list, and the total count of the list. */
export type Page<T> = {
  readonly page: number
  readonly limit: number
  readonly totalCount: number
  readonly results: readonly T[]
}

export type PageRequest = { readonly page: number; readonly limit: number }

/** A range of positions in a list: includes `from`, excludes `until`. */
export type PositionRange = { readonly from: number; readonly until: number }
