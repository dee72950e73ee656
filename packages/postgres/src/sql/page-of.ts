import type { Page, PageRequest } from '@carillon/core'
import { rowsOf, type Bindings, type Database, type Sql } from './sql.js'

/** Two statements for one list, sent together: `counting` returns a `count`, and `listing` has a `:limit` and an `:offset`. */
export type PagedList<Row, Item> = {
  readonly counting: Sql
  readonly listing: Sql
  readonly bindings: Bindings
  readonly fromRow: (row: Row) => Item
}

export async function pageOf<Row, Item>(
  trx: Database,
  { counting, listing, bindings, fromRow }: PagedList<Row, Item>,
  { page, limit }: PageRequest,
): Promise<Page<Item>> {
  const [[total], rows] = await Promise.all([
    rowsOf<{ count: number }>(trx, counting, bindings),
    rowsOf<Row>(trx, listing, { ...bindings, limit, offset: (page - 1) * limit }),
  ])
  return { page, limit, totalCount: total!.count, results: rows.map(fromRow) }
}
