import type { Pages } from '@carillon/client'

export type First<T> = { readonly totalCount: number; readonly results: readonly T[] }

/** More than an operator looks through; of the others it is told how many there are. */
const LISTED_MAX = 1_000

/** What stands first in a list that is read page by page, in the order of the list. */
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

/** A line about those that are not shown; nothing where all are. */
export function restOf({ totalCount, results }: First<unknown>, which: 'newest' | 'first'): string {
  return totalCount > results.length ? `The ${which} ${results.length} of ${totalCount} are shown\n` : ''
}
