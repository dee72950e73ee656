import type { AccountId, FormEntryId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { FormEntry } from './form-entry.js'

/** What was entered on opt-in forms, for a day. */
export interface FormEntryStore {
  /** One that is there already under its id stays as it is. */
  add(entry: FormEntry): Promise<void>
  find(account: AccountId, id: FormEntryId): Promise<FormEntry | null>
  /** Holds the entry until the unit of work ends. */
  lock(account: AccountId, id: FormEntryId): Promise<FormEntry | null>
  /** Changes the code, its tries, and the confirmation. */
  save(entry: FormEntry): Promise<void>
  /**
   * How many codes are due to entries whose newest one was asked for after `since`: rather a few too many than too few.
   * Of a network all count that were asked for, of a number and of the account those that were texted. Holds nothing.
   */
  codesSince(account: AccountId, by: CodesBy, since: Date): Promise<number>
  /** Takes away those whose newest code was asked for at `until` or before, at most `limit`, and answers how many. */
  trim(account: AccountId, until: Date, limit: number): Promise<number>
}

/** Of the number, of all from the network, or of the whole account. */
export type CodesBy = { readonly phone: PhoneNumber } | { readonly network: string } | 'account'
