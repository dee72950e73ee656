import type { AccountId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

/** What was looked up for an account. Another account has to look for itself: it pays for it too. */
export interface CarrierStore {
  /** The numbers among `phones` that were looked up after `since`. */
  known(account: AccountId, phones: readonly PhoneNumber[], since: Date): Promise<ReadonlySet<PhoneNumber>>
  /** Keeps the newest look-up of each number. */
  save(account: AccountId, lookUps: readonly LookUp[]): Promise<void>
  /** Takes away those that were made at `until` or before, at most `limit`, and answers how many they were. */
  trim(account: AccountId, until: Date, limit: number): Promise<number>
}

export type LookUp = { readonly phone: PhoneNumber; readonly carrier: Carrier; readonly at: Date }

/** Knows which carrier a number is with. It is asked shortly before a message goes out, and costs a credit. */
export interface CarrierDirectory {
  /**
   * One answer for each number, in their order: null where nobody can say now, which costs nothing. Never throws for
   * what the network did, and answers within `deadlineMs`.
   */
  lookUp(phones: readonly PhoneNumber[], options: { readonly deadlineMs: number }): Promise<readonly (Carrier | null)[]>
}

export type Carrier = { readonly name: string; readonly lineType: 'mobile' | 'landline' | 'voip' | 'unknown' }
