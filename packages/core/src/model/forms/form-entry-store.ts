import type { AccountId, FormEntryId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { FormEntry } from './form-entry.js'

/** The entries of opt-in forms, kept for a day. */
export interface FormEntryStore {
  /** Does nothing if the id exists. */
  add(entry: FormEntry): Promise<void>
  find(account: AccountId, id: FormEntryId): Promise<FormEntry | null>
  /** Locks the entry until the unit of work ends. */
  lock(account: AccountId, id: FormEntryId): Promise<FormEntry | null>
  /** Saves the code, its attempts and the confirmation. */
  save(entry: FormEntry): Promise<void>
  /**
   * Counts all codes of the entries whose newest code was requested after `since`, which may include a few older codes.
   * For a network, counts requested codes; for a number or the account, counts texted codes. Takes no locks.
   */
  codesSince(account: AccountId, by: CodesBy, since: Date): Promise<number>
  /** Deletes up to `limit` entries whose newest code was requested by `until`, and returns how many were deleted. */
  trim(account: AccountId, until: Date, limit: number): Promise<number>
}

/** Selects the codes of a number, of a network, or of the whole account. */
export type CodesBy = { readonly phone: PhoneNumber } | { readonly network: string } | 'account'
