import type { Consent, ProviderOptOut } from '../model/consent/consent.js'
import type { CreditBalance, LedgerEntry } from '../model/credits/ledger.js'
import type { Event } from '../model/events/event.js'
import type { IdempotencyKeyRecord } from '../model/idempotency/key.js'
import type { Job } from '../model/jobs/job.js'
import type { MessageLink } from '../model/links/tracking-link.js'
import type { Message, Receipt } from '../model/messages/message.js'
import type { Sender } from '../model/senders/sender.js'
import type { Counted } from '../model/statistics/statistic.js'
import type { AccountId, MessageId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

/**
 * The path of a single send, in three steps. The other stores could do each step in several statements. This store
 * can do a step in one statement, which is faster for the waiting client. Nearly all sends need only the two methods
 * that end in `AtOnce`, which are for `runOne`.
 */
export interface SingleSendStore {
  /**
   * Everything that decides whether a send is accepted. Until the unit of work ends, consent has a shared lock, and
   * credits and the day's count an exclusive lock. Message and key may be read before the wait for the credit lock; a
   * second call in the same unit of work returns the current ones.
   */
  facts(send: SendFactsQuery): Promise<SendFacts>
  /**
   * Stores an accepted message with everything that belongs to it. Returns null if it is stored, even if it was
   * stored before. If another request took the key in the meantime, changes nothing and returns the key's record.
   */
  accept(acceptance: Acceptance): Promise<IdempotencyKeyRecord | null>
  /**
   * `facts` and `accept` in one step for the simple case: the sender is active, can send the message and has no rate,
   * the recipient may be texted, the key is unused, the day's count is below the quota, and the balance covers the
   * cost. Returns true when the message is stored. Otherwise, or when it was stored before, changes nothing and returns
   * false.
   */
  acceptAtOnce(acceptance: Acceptance, limits: SendLimits): Promise<boolean>
  /**
   * Stores the outcome of an attempt, if it is still the message's current attempt. Otherwise another process has taken
   * the message over: changes nothing and returns null. Removes and returns a receipt that arrived early, once the
   * message is sent or failed.
   */
  settle(settlement: Settlement): Promise<{ readonly receipt: Receipt | null } | null>
  /**
   * Like `settle`, but changes nothing and returns false if `settle` would return null or a receipt arrived early.
   */
  settleAtOnce(settlement: Settlement): Promise<boolean>
}

export type SendLimits = { readonly dailyQuota: number | null }

export type SendFactsQuery = {
  readonly account: AccountId
  readonly message: MessageId
  readonly to: PhoneNumber
  readonly from: string
  readonly key: string | null
  /** The UTC day whose accepted recipients are counted. */
  readonly day: string
}

export type SendFacts = {
  /** Whether the message is already stored, by a commit that was not acknowledged: then nothing is left to accept. */
  readonly isAccepted: boolean
  readonly sender: Sender | null
  readonly consent: Consent
  readonly key: IdempotencyKeyRecord | null
  readonly balance: CreditBalance
  readonly acceptedThatDay: number
}

export type Acceptance = {
  readonly message: Message
  /** The job that takes the message over if this process dies. */
  readonly job: Job
  readonly key: IdempotencyKeyRecord | null
  readonly entries: readonly LedgerEntry[]
  /** The message links in its body, one for each tracking link. */
  readonly messageLinks: readonly MessageLink[]
  readonly day: string
  readonly now: Date
}

export type Settlement = {
  /** The message after settling; its `attempt` is the one that is settled. */
  readonly message: Message
  readonly entries: readonly LedgerEntry[]
  /** The next try; null if there is nothing left to do. */
  readonly job: Job | null
  /** The new record of its key; `freed` frees the key, and null leaves it unchanged. */
  readonly key: IdempotencyKeyRecord | 'freed' | null
  readonly events: readonly Event[]
  readonly optOut: ProviderOptOut | null
  /** What the settlement adds to the statistics of the account. */
  readonly counted: readonly Counted[]
}
