import { groupBy, type AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import type { Answer, AskedStatement } from '../connection/pipelines.js'

/** What a store sends its statements to: a unit of work or pipelines, through `ask`, or knex itself. */
export type Database = Asked | Pick<Knex, 'raw'>

/** Which accounts may share a statement. */
export type AccountPlacements = {
  /** Whether Citus spreads the accounts over several nodes. */
  readonly isDistributed: boolean
  /** On Citus, the accounts of each placement. */
  readonly groups: readonly (readonly AccountId[])[]
  /** Accounts with the same placement may share a statement. */
  of(account: AccountId): string
  /** Reads the placements again. */
  reload(): Promise<void>
}

type Asked = {
  readonly ask: <Row>(statement: AskedStatement) => Promise<Answer<Row>>
  readonly placements: AccountPlacements
}

/** Values by their name in the statement, such as `:account`. A list of texts becomes a Postgres array. */
export type Bindings = Readonly<Record<string, string | number | boolean | Date | null | readonly string[]>>

export type Statement = { readonly sql: string; readonly bindings: Bindings }

export async function rowsOf<Row>(knex: Database, statement: string, bindings: Bindings): Promise<readonly Row[]> {
  return (await answerOf<Row>(knex, statement, bindings)).rows
}

/** Returns how many rows the statement has inserted, changed or deleted. */
export async function countOf(knex: Database, statement: string, bindings: Bindings): Promise<number> {
  return (await answerOf(knex, statement, bindings)).rowCount
}

/** For a statement whose result is not needed. */
export async function run(knex: Database, statement: string, bindings: Bindings): Promise<void> {
  await answerOf(knex, statement, bindings)
}

function answerOf<Row>(knex: Database, statement: string, bindings: Bindings): PromiseLike<Answer<Row>> {
  if ('ask' in knex) return knex.ask<Row>(numbered(statement, bindings))
  return knex.raw<Answer<Row>>(statement, bindings as Knex.ValueDict)
}

/** A value that occurs several times is bound several times, because Postgres finds the type of each by its place. */
function numbered(statement: string, bindings: Bindings): AskedStatement {
  const values: unknown[] = []
  const text = statement.replace(NAME, (place, name: string) => {
    // A missing value is left to Postgres, which rejects the statement.
    return bindings[name] === undefined ? place : `$${values.push(bindings[name])}`
  })
  return { text, values }
}

/** Matches `:account`, but not the type in `:day::date`. */
export const NAME = /(?<!:):([a-z]\w*)/gi

/** Groups the items by account, because each statement covers one account. Nearly always there is only one account. */
export function byAccount<T extends { readonly account: AccountId }>(items: readonly T[]) {
  return groupBy(items, ({ account }) => account)
}
