import { groupBy, type AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import type { Pipelines } from '../connection/pipelines.js'

/** The part of knex that a store uses: a transaction, or a substitute. Prepared statements use `pipelines`. */
export type Database = Pick<Knex, 'raw'> & { readonly pipelines?: Pick<Pipelines, 'rowsOf'> }

/** Values by their name in the statement, such as `:account`. A list of texts becomes a Postgres array. */
export type Bindings = Readonly<Record<string, string | number | boolean | Date | null | readonly string[]>>

export type Statement = { readonly sql: string; readonly bindings: Bindings }

export async function rowsOf<Row>(knex: Database, statement: string, bindings: Bindings): Promise<readonly Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(statement, bindings as Knex.ValueDict)
  return rows
}

/** Returns how many rows the statement has inserted, changed or deleted. */
export async function countOf(knex: Database, statement: string, bindings: Bindings): Promise<number> {
  const { rowCount } = await knex.raw<{ rowCount: number }>(statement, bindings as Knex.ValueDict)
  return rowCount
}

/** For a statement whose result is not needed. */
export async function run(knex: Database, statement: string, bindings: Bindings): Promise<void> {
  await knex.raw(statement, bindings as Knex.ValueDict)
}

/** Groups the items by account, because each statement covers one account. Nearly always there is only one account. */
export function byAccount<T extends { readonly account: AccountId }>(items: readonly T[]) {
  return groupBy(items, ({ account }) => account)
}
