/**
 * The output format that our parsers expect: ISO instants and days, and numbers with all their digits. A database, a
 * role or a host's session may be set to another format.
 */
export const SET_OUTPUT_FORMAT = 'set datestyle to ISO, MDY; set extra_float_digits to 1'

const preset = new WeakSet<object>()

/**
 * Marks a connection of our own whose sessions all start with the right format and isolation, so that its transactions
 * need no settings, even behind a pooler that changes sessions.
 */
export function markPreset(connection: object) {
  preset.add(connection)
}

export function isPreset(connection: object): boolean {
  return preset.has(connection)
}

/** Whether a session has the right format and isolation before anything is set. */
export const IS_PRESET = `
  select current_setting('datestyle') like 'ISO%' and current_setting('extra_float_digits')::integer >= 1
         and current_setting('default_transaction_isolation') = 'read committed' as is_preset`

/** The same as `SET_OUTPUT_FORMAT`, but only until the transaction ends. */
export const SET_OUTPUT_FORMAT_LOCAL = 'set local datestyle to ISO, MDY; set local extra_float_digits to 1'

/** Sets the ISO format for one statement outside a transaction; the statement must include this expression. */
export const WRITES_ISO = `set_config('datestyle', 'ISO, MDY', true)`
