import { groupBy, type AccountId } from '@carillon/core'
import { compareTexts } from '../sql/compare-texts.js'
import type { Database } from '../sql/sql.js'

/** The items whose accounts may share a statement. The groups are sorted, so that all transactions lock in one order. */
export function byPlacement<T extends { readonly account: AccountId }>(
  database: Database,
  items: readonly T[],
): readonly (readonly T[])[] {
  if (!('placements' in database)) return items.length === 0 ? [] : [items]
  const groups = [...groupBy(items, ({ account }) => database.placements.of(account))]
  return groups.sort(([one], [other]) => compareTexts(one, other)).map(([, group]) => group)
}

export function accountsByPlacement(
  database: Database,
  accounts: readonly AccountId[],
): readonly (readonly AccountId[])[] {
  const items = accounts.map((account) => ({ account }))
  return byPlacement(database, items).map((group) => group.map(({ account }) => account))
}
