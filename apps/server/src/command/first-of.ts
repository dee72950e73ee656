import type { AdminClient } from './admin-client.js'

export type First<T> = { readonly totalCount: number; readonly results: readonly T[] }

/** More than an operator looks through; of the others it is told how many there are. */
const LISTED_MAX = 1_000
const PAGE_LIMIT = 100

/** What stands first in a list that is read page by page, in the order of the list. */
export async function firstOf<T>(client: AdminClient, path: string): Promise<First<T>> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const query = { page: String(page), limit: String(PAGE_LIMIT) }
    const { totalCount, results } = await client.call<First<T>>({ method: 'GET', path, query })
    found.push(...results)
    if (results.length < PAGE_LIMIT || found.length >= LISTED_MAX) return { totalCount, results: found }
  }
}

/** A line about those that are not shown; nothing where all are. */
export function restOf({ totalCount, results }: First<unknown>, which: 'newest' | 'first'): string {
  return totalCount > results.length ? `The ${which} ${results.length} of ${totalCount} are shown\n` : ''
}
