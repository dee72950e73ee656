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
  /** On Citus, the nodes that have shards, if a statement can be sent to each of them. */
  readonly nodes: readonly string[] | null
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

/**
 * A statement in two forms. The planner of Citus has to see the account of each table; that of Postgres often must not.
 * The first form is for one Postgres, and for the shard of the account; the other is for several shards.
 */
export type TwoForms = { readonly plain: string; readonly throughCitus: string }

export type Sql = string | TwoForms

export type Statement = { readonly sql: Sql; readonly bindings: Bindings }

function plainFormOf(sql: Sql): string {
  return typeof sql === 'string' ? sql : sql.plain
}

/** The statement for `ask`: on Citus with its other form, if it has one. */
export function inForms<Asked extends AskedStatement>(
  database: Database,
  sql: Sql,
  toAsked: (text: string) => Asked,
): Asked {
  const isDistributed = 'placements' in database && database.placements.isDistributed
  if (typeof sql === 'string' || !isDistributed) return toAsked(plainFormOf(sql))
  return { ...toAsked(sql.plain), throughCitus: toAsked(sql.throughCitus) }
}

export async function rowsOf<Row>(knex: Database, statement: Sql, bindings: Bindings): Promise<readonly Row[]> {
  return (await answerOf<Row>(knex, statement, bindings)).rows
}

/** Returns how many rows the statement has inserted, changed or deleted. */
export async function countOf(knex: Database, statement: Sql, bindings: Bindings): Promise<number> {
  return (await answerOf(knex, statement, bindings)).rowCount
}

/** For a statement whose result is not needed. */
export async function run(knex: Database, statement: Sql, bindings: Bindings): Promise<void> {
  await answerOf(knex, statement, bindings)
}

function answerOf<Row>(knex: Database, statement: Sql, bindings: Bindings): PromiseLike<Answer<Row>> {
  if ('ask' in knex) return knex.ask<Row>(inForms(knex, statement, (text) => numbered(text, bindings)))
  return knex.raw<Answer<Row>>(plainFormOf(statement), bindings as Knex.ValueDict)
}

/** A value that occurs several times is bound several times, because Postgres finds the type of each by its place. */
function numbered(statement: string, bindings: Bindings): AskedStatement {
  const values: unknown[] = []
  const text = statement.replace(NAME, (place, name: string) => {
    // A missing value is left to Postgres, which rejects the statement.
    return bindings[name] === undefined ? place : `$${values.push(bindings[name])}`
  })
  return { text, values, ...accountsIn(bindings) }
}

/** The accounts that are bound as `:account` or `:accounts`, or with a row as `:account_id`. */
export function accountsIn({ account, account_id, accounts }: Bindings): Pick<AskedStatement, 'accounts'> {
  const one = account ?? account_id
  if (typeof one === 'string') return { accounts: [one as AccountId] }
  return Array.isArray(accounts) ? { accounts: accounts as readonly AccountId[] } : {}
}

/** Matches `:account`, but not the type in `:day::date`. */
export const NAME = /(?<!:):([a-z]\w*)/gi

/** Groups the items by account, because each statement covers one account. Nearly always there is only one account. */
export function byAccount<T extends { readonly account: AccountId }>(items: readonly T[]) {
  return groupBy(items, ({ account }) => account)
}
