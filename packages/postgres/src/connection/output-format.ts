/**
 * The output format that our parsers expect: ISO instants and days, and numbers with all their digits. A database, a
 * role or a host's session may be set to another format.
 */
export const SET_OUTPUT_FORMAT = 'set datestyle to ISO, MDY; set extra_float_digits to 1'

const settled = new WeakSet<object>()

/**
 * Marks a connection that only Carillon uses, on which every session of the server has the right format and isolation.
 * So its statements need no settings, even if a pooler sends each transaction to another session.
 */
export function markSettled(connection: object) {
  settled.add(connection)
}

export function isSettled(connection: object): boolean {
  return settled.has(connection)
}

/** Whether a session has the right format and isolation before anything is set. */
export const IS_SETTLED = `
  select current_setting('datestyle') like 'ISO%' and current_setting('extra_float_digits')::integer >= 1
         and current_setting('default_transaction_isolation') = 'read committed' as is_settled`

/** The same as `SET_OUTPUT_FORMAT`, but only until the transaction ends. */
export const SET_OUTPUT_FORMAT_LOCAL = 'set local datestyle to ISO, MDY; set local extra_float_digits to 1'

/** Sets the ISO format for one statement outside a transaction; the statement must include this expression. */
export const WRITES_ISO = `set_config('datestyle', 'ISO, MDY', true)`
