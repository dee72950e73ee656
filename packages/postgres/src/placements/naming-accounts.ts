import type { Database } from '../sql/sql.js'
import { isDistributed } from './rows-of-all.js'

/** On Citus, the condition that the account of a table is the one that is bound, or one of those that are, and `and`. */
export type OwnAccount = (table: string) => string

const IS_NOT_NAMED: OwnAccount = () => ''
const IS_BOUND: OwnAccount = (table) => `${table}.account_id = :account and `
const IS_AMONG_BOUND: OwnAccount = (table) => `${table}.account_id = any (:accounts::text[]) and `

/**
 * For a statement that looks up rows by their keys, and takes the account from another row: on one Postgres the planner
 * must not see the account. Otherwise it assumes that a new account in a full table has one row, and may read all rows
 * of the account for each row that it looks up. But Citus finds the node of a statement only if it compares every table
 * with the account itself.
 */
export function ownAccount(database: Database): OwnAccount {
  return isDistributed(database) ? IS_BOUND : IS_NOT_NAMED
}

/** The same for a statement about several accounts with the same placement. */
export function ownAccounts(database: Database): OwnAccount {
  return isDistributed(database) ? IS_AMONG_BOUND : IS_NOT_NAMED
}

export function namingAccount(statementOf: (own: OwnAccount) => string): (database: Database) => string {
  return eachOnce(statementOf, ownAccount)
}

export function namingAccounts(statementOf: (own: OwnAccount) => string): (database: Database) => string {
  return eachOnce(statementOf, ownAccounts)
}

/** Builds each of the two texts once. */
function eachOnce(statementOf: (own: OwnAccount) => string, ownOn: (database: Database) => OwnAccount) {
  const texts = new Map<OwnAccount, string>()
  return (database: Database): string => {
    const own = ownOn(database)
    const text = texts.get(own) ?? statementOf(own)
    texts.set(own, text)
    return text
  }
}

/**
 * The account of rows that a statement computes and inserts, from the rows of `source`. Citus inserts them on the node of
 * the account alone only if the account comes from a table there: otherwise it goes through all nodes, and fails if one is
 * down.
 */
export function placeOf(own: OwnAccount, source: string): Place {
  if (own === IS_NOT_NAMED) return { id: `${source}.account_id`, join: '' }
  return { id: 'place.account_id', join: ` join ${PLACE} on ${own('place')}place.account_id = ${source}.account_id` }
}

/** The same for the rows of one account, which is bound. */
export function placeOfOne(own: OwnAccount): Place {
  if (own === IS_NOT_NAMED) return { id: ':account', join: '' }
  return { id: 'place.account_id', join: ` join ${PLACE} on place.account_id = :account` }
}

/** What to select as the account, and what to add to the tables. */
export type Place = { readonly id: string; readonly join: string }

/** Has one row for each account. */
const PLACE = 'account_place as place'
