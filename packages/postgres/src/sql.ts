import { groupBy, type AccountId } from '@carillon/core'
import type { Knex } from 'knex'

/** Values by the name they have in the statement, `:account`. A list of keys becomes an array of Postgres. */
export type Bindings = Readonly<Record<string, string | number | boolean | Date | null | readonly string[]>>

export async function rowsOf<Row>(knex: Knex, statement: string, bindings: Bindings): Promise<readonly Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(statement, bindings as Knex.ValueDict)
  return rows
}

/** How many rows the statement has inserted, changed or deleted. */
export async function countOf(knex: Knex, statement: string, bindings: Bindings): Promise<number> {
  const { rowCount } = await knex.raw<{ rowCount: number }>(statement, bindings as Knex.ValueDict)
  return rowCount
}

/** For a statement whose answer says nothing. */
export async function run(knex: Knex, statement: string, bindings: Bindings): Promise<void> {
  await knex.raw(statement, bindings as Knex.ValueDict)
}

/** A statement speaks of one account, so what is of several goes in several statements; nearly always it is one. */
export function byAccount<T extends { readonly account: AccountId }>(items: readonly T[]) {
  return groupBy(items, ({ account }) => account)
}
