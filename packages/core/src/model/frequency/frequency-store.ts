import type { AccountId, MessageId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { FrequencyUse, SingleSent } from './frequency-use.js'

/** What has been submitted to each number, for accounts with frequency caps. */
export interface FrequencyStore {
  /**
   * Locks the uses of every number until the unit of work ends, whether or not any are stored, so that what is counted
   * stays true until a use is added. Locks are taken in the order of the numbers. Numbers without uses are left out.
   */
  lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<UsesByPhone>
  /** Like `lock`, without locks. */
  find(account: AccountId, phones: readonly PhoneNumber[]): Promise<UsesByPhone>
  /** Replaces the uses of numbers that the unit of work has locked. */
  save(account: AccountId, uses: UsesByPhone): Promise<void>
  /** Removes the uses of messages that the provider did not take. Locks as `lock` does, but stores nothing new. */
  giveBack(account: AccountId, unused: readonly UnusedMessage[]): Promise<void>
  /**
   * The single sends after `since` that were submitted or still may be, and that are no texts of the service; for each
   * number at most the newest `limit`. Takes no locks.
   */
  singles(
    account: AccountId,
    phones: readonly PhoneNumber[],
    given: { readonly since: Date; readonly limit: number },
  ): Promise<ReadonlyMap<PhoneNumber, readonly SingleSent[]>>
  /** Deletes numbers whose uses all stopped to matter by `until`, at most `limit`, and returns how many. */
  trim(account: AccountId, until: Date, limit: number): Promise<number>
}

export type UsesByPhone = ReadonlyMap<PhoneNumber, readonly FrequencyUse[]>

export type UnusedMessage = { readonly phone: PhoneNumber; readonly message: MessageId }
