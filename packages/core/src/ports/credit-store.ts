import type { CreditBalance, LedgerEntry } from '../credits/ledger.js'
import type { AccountId } from '../values/ids.js'

export interface CreditStore {
  balance(account: AccountId): Promise<CreditBalance>
  /**
   * Appends the entries and moves the balance with them; an entry whose id is there already has been posted before
   * and counts once. Holds the balance until the unit of work ends: it is the
   * last lock that a unit of work takes.
   */
  post(account: AccountId, entries: readonly LedgerEntry[]): Promise<void>
}
