import type { AccountId } from '@carillon/core'
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

/**
 * Rows for `json_to_recordset`. On 2,000 contacts this costs both sides together no more than arrays and `unnest`,
 * and Node the lesser half of it.
 */
export function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows)
}

let lastMs = NaN
let lastText = ''

/** An instant for `asJson`. Those of a slice are mostly one, and to spell it out takes longer than all else of a row. */
export function isoOf(instant: Date): string {
  const ms = instant.getTime()
  if (ms !== lastMs) {
    lastText = instant.toISOString()
    lastMs = ms
  }
  return lastText
}

/** A statement speaks of one account, so what is of several goes in several statements; nearly always it is one. */
export function byAccount<T extends { readonly account: AccountId }>(items: readonly T[]): ReadonlyMap<AccountId, T[]> {
  const groups = new Map<AccountId, T[]>()
  for (const item of items) {
    const group = groups.get(item.account)
    if (group === undefined) groups.set(item.account, [item])
    else group.push(item)
  }
  return groups
}
