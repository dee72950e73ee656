/** One page of a list, and how much there is in all. */
export type Page<T> = {
  readonly page: number
  readonly limit: number
  readonly totalCount: number
  readonly results: readonly T[]
}

export type PageRequest = { readonly page: number; readonly limit: number }

export function mapPage<T, U>(page: Page<T>, change: (item: T) => U): Page<U> {
  return { ...page, results: page.results.map(change) }
}
