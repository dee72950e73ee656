/**
 * The output format that our parsers expect: ISO instants and days, and numbers with all their digits. A database, a
 * role or a host's session may be set to another format.
 */
export const SET_OUTPUT_FORMAT = 'set datestyle to ISO, MDY; set extra_float_digits to 1'

/** The same as `SET_OUTPUT_FORMAT`, but only until the transaction ends. */
export const SET_OUTPUT_FORMAT_LOCAL = 'set local datestyle to ISO, MDY; set local extra_float_digits to 1'

/** Sets the ISO format for one statement outside a transaction; the statement must include this expression. */
export const WRITES_ISO = `set_config('datestyle', 'ISO, MDY', true)`
