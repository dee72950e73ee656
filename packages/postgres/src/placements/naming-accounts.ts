import type { TwoForms } from '../sql/sql.js'

/** In the form for Citus, the condition that the account of a table is the one that is bound, or one of those, and `and`. */
export type OwnAccount = (table: string) => string

const IS_NOT_NAMED: OwnAccount = () => ''
const IS_BOUND: OwnAccount = (table) => `${table}.account_id = :account and `
const IS_AMONG_BOUND: OwnAccount = (table) => `${table}.account_id = any (:accounts::text[]) and `

/**
 * For a statement that looks up rows by their keys, and takes the account from another row: the planner of Postgres must
 * not see the account. Otherwise it assumes that a new account in a full table has one row, and may read all rows of the
 * account for each row that it looks up. But Citus finds the node of a statement only if it compares every table with
 * the account itself.
 */
export function namingAccount(statementOf: (own: OwnAccount) => string): TwoForms {
  return { plain: statementOf(IS_NOT_NAMED), throughCitus: statementOf(IS_BOUND) }
}

/** The same for a statement about several accounts with the same placement. */
export function namingAccounts(statementOf: (own: OwnAccount) => string): TwoForms {
  return { plain: statementOf(IS_NOT_NAMED), throughCitus: statementOf(IS_AMONG_BOUND) }
}
