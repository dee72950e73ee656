/**
 * How Postgres writes what is read here: an instant or a day as ISO has it, and a number with all its digits. A database,
 * a role or a session of somebody else may have it otherwise.
 */
export const SET_OUTPUT_FORMAT = 'set datestyle to ISO, MDY; set extra_float_digits to 1'

/** Until the transaction ends. */
export const SET_OUTPUT_FORMAT_LOCAL = 'set local datestyle to ISO, MDY; set local extra_float_digits to 1'

/** The same of instants and days, for one statement outside a transaction that has this in a part of its own. */
export const WRITES_ISO = `set_config('datestyle', 'ISO, MDY', true)`
