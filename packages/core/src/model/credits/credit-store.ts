import type { AccountId } from '../../values/ids.js'
import type { CreditBalance, LedgerEntry } from './ledger.js'

export interface CreditStore {
  balance(account: AccountId): Promise<CreditBalance>
  /** Holds the balance until the unit of work ends: what it covers now it will cover when the entries are posted. */
  lock(account: AccountId): Promise<CreditBalance>
  /**
   * Appends the entries and moves the balance with them; an entry whose id is there already has been posted before and
   * counts once. Holds the balance until the unit of work ends: it is the last lock that a unit of work takes. Fails,
   * as for a bug, when a balance would go below zero.
   */
  post(account: AccountId, entries: readonly LedgerEntry[]): Promise<void>
  /** Recipients accepted on a day, in UTC. */
  acceptedOn(account: AccountId, day: string): Promise<number>
  /** Adds to them. Days only go forward: what comes for an earlier one than the last counts nowhere. */
  countAccepted(account: AccountId, day: string, recipients: number): Promise<void>
}
