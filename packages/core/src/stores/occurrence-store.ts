import type { Account } from '../model/accounts/account.js'
import type { AllowedNumbers } from '../model/accounts/destinations.js'
import type { Broadcast } from '../model/broadcasts/broadcast.js'
import type { CreditBalance, LedgerEntry } from '../model/credits/ledger.js'
import type { ClaimedJobOf } from '../model/jobs/job.js'
import type { ListedAudience } from '../model/schedules/audience.js'
import type { Schedule } from '../model/schedules/schedule.js'
import type { Send } from '../model/schedules/send.js'
import type { Sender } from '../model/senders/sender.js'
import type { AccountId, BroadcastId } from '../values/ids.js'

/** Begins the occurrences of many schedules, of any accounts, in a fixed number of statements. */
export interface OccurrenceStore {
  /**
   * Locks the schedules of these jobs, and then the jobs, in the order of account and id, until the unit of work ends.
   * Omits the jobs whose claim is not the newest.
   */
  lock(jobs: readonly ClaimedJobOf<'run-occurrence'>[]): Promise<readonly LockedOccurrence[]>
  /** Deletes the finished jobs, for callers that have locked them. */
  finish(jobs: readonly ClaimedJobOf<'run-occurrence'>[]): Promise<void>
  /**
   * Like `AudienceStore.fix` for each audience, if it is small: its groups or its list have at most
   * `SMALL_AUDIENCE_MAX` members, where a member of several groups counts several times. Returns the number of contacts
   * that its broadcast has, or null if the audience is not small; then nothing is stored.
   */
  fixSmall(audiences: readonly SmallAudience[]): Promise<ReadonlyMap<BroadcastId, number | null>>
  /**
   * Locks the balances in the order of the accounts, as `CreditStore.lock` does, and returns them with the number of
   * recipients accepted on the UTC day.
   */
  lockCredits(accounts: readonly AccountId[], day: string): Promise<ReadonlyMap<AccountId, CreditsThatDay>>
  /**
   * Posts the entries, which must all reserve credits, and counts the accepted recipients, for callers that have locked
   * the balances.
   */
  reserve(reservations: readonly Reservation[], day: string): Promise<void>
  /** Adds broadcasts whose chunks are stored. */
  addBroadcasts(broadcasts: readonly Broadcast[]): Promise<void>
  /** Saves what an occurrence changes: `status`, `next`, `occurred`, `skipped`, `hasSent` and `updatedAt`. */
  saveSchedules(schedules: readonly Schedule[]): Promise<void>
}

/** The number of members up to which an audience is small. Its broadcast then has one chunk. */
export const SMALL_AUDIENCE_MAX = 1_000

/** `found` is null if the schedule does not exist. */
export type LockedOccurrence = {
  readonly job: ClaimedJobOf<'run-occurrence'>
  readonly found: FoundOccurrence | null
}

/** A locked schedule, with what decides about its next occurrence. */
export type FoundOccurrence = {
  readonly schedule: Schedule
  readonly account: Account
  /** The account's sender with the schedule's number; null if there is none. */
  readonly sender: Sender | null
  /**
   * By id: the planned sends, and the sends of occurrences within two days of the next one, which is more than the
   * difference between the clocks of any two zones.
   */
  readonly sends: readonly Send[]
}

export type SmallAudience = {
  readonly account: AccountId
  readonly audience: ListedAudience
  readonly allowed: AllowedNumbers
  readonly broadcast: BroadcastId
}

export type CreditsThatDay = { readonly balance: CreditBalance; readonly accepted: number }

export type Reservation = {
  readonly account: AccountId
  readonly entries: readonly LedgerEntry[]
  readonly recipients: number
}
