import type { FieldRule } from '../../values/field-rule.js'
import type { AccountId } from '../../values/ids.js'

/** The user name of HTTP Basic authentication, and what is kept of its password. */
export type ApiKey = {
  /** Unique in the service. */
  readonly id: string
  readonly account: AccountId
  readonly secretHash: string
  readonly createdAt: Date
}

/** What its id may be: also what is worth looking for. */
export const API_KEY_ID: FieldRule = {
  holds: (text) => /^[A-Za-z0-9_-]{1,64}$/.test(text),
  expected: 'must have 1 to 64 characters, each a letter, a digit, _ or -',
}
