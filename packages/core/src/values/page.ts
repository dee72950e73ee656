/** One page of a list, and how much there is in all. */
export type Page<T> = {
  readonly page: number
  readonly limit: number
  readonly totalCount: number
  readonly results: readonly T[]
}

export type PageRequest = { readonly page: number; readonly limit: number }
