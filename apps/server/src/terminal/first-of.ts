import type { Pages } from '@carillon/client'

export type First<T> = { readonly totalCount: number; readonly results: readonly T[] }

/** The maximum number of entries, more than an operator reads; further entries are only counted. */
const LISTED_MAX = 1_000

/** The first entries of a paged list, in the order of the list. */
export async function firstOf<T>(list: Pages<T>): Promise<First<T>> {
  const found: T[] = []
  let totalCount = 0
  for await (const page of list.pages()) {
    totalCount = page.totalCount
    found.push(...page.results)
    if (found.length >= LISTED_MAX) break
  }
  return { totalCount, results: found }
}

/** A line with the number of entries that are shown and the total; empty if all are shown. */
export function restOf({ totalCount, results }: First<unknown>, which: 'newest' | 'first'): string {
  return totalCount > results.length ? `The ${which} ${results.length} of ${totalCount} are shown\n` : ''
}
