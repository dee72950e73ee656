import { groupBy, type AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import type { Pipelines } from '../connection/pipelines.js'

/** What a store uses of knex: a transaction, or something that stands for one. Prepared statements take the pipelines. */
export type Database = Pick<Knex, 'raw'> & { readonly pipelines?: Pick<Pipelines, 'rowsOf'> }

/** Values by the name they have in the statement, `:account`. A list of keys becomes an array of Postgres. */
export type Bindings = Readonly<Record<string, string | number | boolean | Date | null | readonly string[]>>

/** One that is put together, with what is bound in it. */
export type Statement = { readonly sql: string; readonly bindings: Bindings }

export async function rowsOf<Row>(knex: Database, statement: string, bindings: Bindings): Promise<readonly Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(statement, bindings as Knex.ValueDict)
  return rows
}

/** How many rows the statement has inserted, changed or deleted. */
export async function countOf(knex: Database, statement: string, bindings: Bindings): Promise<number> {
  const { rowCount } = await knex.raw<{ rowCount: number }>(statement, bindings as Knex.ValueDict)
  return rowCount
}

/** For a statement whose answer says nothing. */
export async function run(knex: Database, statement: string, bindings: Bindings): Promise<void> {
  await knex.raw(statement, bindings as Knex.ValueDict)
}

/** A statement speaks of one account, so what is of several goes in several statements; nearly always it is one. */
export function byAccount<T extends { readonly account: AccountId }>(items: readonly T[]) {
  return groupBy(items, ({ account }) => account)
}
