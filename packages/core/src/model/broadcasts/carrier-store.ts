import type { Carrier, LineType } from '../../ports/carriers.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** The look-ups of an account. They are not shared, because each account pays for its look-ups. */
export interface CarrierStore {
  /** The numbers among `phones` that were looked up after `since`, with their line types. */
  known(account: AccountId, phones: readonly PhoneNumber[], since: Date): Promise<ReadonlyMap<PhoneNumber, LineType>>
  /** Keeps the newest look-up of each number. */
  save(account: AccountId, lookUps: readonly LookUp[]): Promise<void>
  /** Deletes look-ups made at or before `until`, at most `limit`, and returns how many were deleted. */
  trim(account: AccountId, until: Date, limit: number): Promise<number>
}

export type LookUp = { readonly phone: PhoneNumber; readonly carrier: Carrier; readonly at: Date }
