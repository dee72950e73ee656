import type { AccountId, Page, PageRequest } from '@carillon/core'

type Comparison<T> = (a: T, b: T) => number
type Ordered = string | number | Date

/** Sorts ascending by the first key, and by the next key if the values are equal. Strings are sorted by code units. */
export function by<T>(...keys: readonly ((item: T) => Ordered)[]): Comparison<T> {
  return (a, b) => {
    for (const key of keys) {
      const x = comparable(key(a))
      const y = comparable(key(b))
      if (x < y) return -1
      if (x > y) return 1
    }
    return 0
  }
}

/** The milliseconds of an instant, because comparing `Date` objects is slow. */
function comparable(key: Ordered): string | number {
  return key instanceof Date ? key.getTime() : key
}

/** The first `limit` items in this order. Faster than sorting all items if the limit is a few hundred. */
export function firstOf<T>(items: readonly T[], comparison: Comparison<T>, limit: number): T[] {
  if (items.length <= limit) return items.toSorted(comparison)
  const first = items.slice(0, limit).sort(comparison)
  for (const item of items.slice(limit)) {
    if (limit === 0 || comparison(item, first.at(-1)!) >= 0) continue
    first.pop()
    first.splice(first.findLastIndex((one) => comparison(one, item) <= 0) + 1, 0, item)
  }
  return first
}

export function downward<T>(comparison: Comparison<T>): Comparison<T> {
  return (a, b) => comparison(b, a)
}

/** The order of most lists. */
export const NEWEST_FIRST = downward<{ readonly createdAt: Date; readonly id: string }>(
  by(
    ({ createdAt }) => createdAt,
    ({ id }) => id,
  ),
)

export function pageOf<T>(items: readonly T[], { page, limit }: PageRequest): Page<T> {
  return { page, limit, totalCount: items.length, results: items.slice((page - 1) * limit, page * limit) }
}

/** At most `limit` accounts: those after the last served account, then the rest, each part sorted by id. */
export function afterLastServed(
  accounts: readonly AccountId[],
  { after, limit }: { readonly after: AccountId | null; readonly limit: number },
): readonly AccountId[] {
  const isLater = (account: AccountId) => after === null || account > after
  return accounts
    .toSorted(
      by(
        (account) => (isLater(account) ? 0 : 1),
        (account) => account,
      ),
    )
    .slice(0, limit)
}
