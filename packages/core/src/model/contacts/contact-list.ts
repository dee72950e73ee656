import type { AccountId, ContactListId } from '../../values/ids.js'

/** A saved list of contacts: the audience of a schedule that is no filter. Operators make and extend it by its name. */
export type ContactList = {
  readonly id: ContactListId
  readonly account: AccountId
  /** Unique in the account. */
  readonly name: string
  /** How many contacts are on it, counted by the transactions that add them. */
  readonly size: number
  readonly createdAt: Date
}
