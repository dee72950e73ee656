import type { AccountId, FormEntryId } from '../../values/ids.js'
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
  /** Deletes up to `limit` entries whose newest code was requested by `until`, and returns how many were deleted. */
  trim(account: AccountId, until: Date, limit: number): Promise<number>
}
