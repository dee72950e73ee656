import type { Consent, ProviderOptOut } from '../model/consent/consent.js'
import type { CreditBalance, LedgerEntry } from '../model/credits/ledger.js'
import type { Event } from '../model/events/event.js'
import type { IdempotencyKeyRecord } from '../model/idempotency/key.js'
import type { Job } from '../model/jobs/job.js'
import type { MessageLink } from '../model/links/tracking-link.js'
import type { Message, Receipt } from '../model/messages/message.js'
import type { Sender } from '../model/senders/sender.js'
import type { AccountId, MessageId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

/**
 * The path of every single send, in three steps. Each could be told with the other stores, a statement at a time;
 * together they let a store do a step in one go, because this is the path that everybody waits on. Nearly all sends
 * need only the two that end in `AtOnce`, which are for `runOne`.
 */
export interface SingleSendStore {
  /**
   * All that decides about a send. Consent is held against change until the unit of work ends, and credits and the
   * day's count against anybody. Message and key may be as they were before this waited for the credits; asked again in
   * the same unit of work, they are as they are.
   */
  facts(send: SendFactsQuery): Promise<SendFacts>
  /**
   * Stores an accepted message with all that hangs on it. Null when that is done, also when it had been done before;
   * else another request has bound the key meanwhile, nothing is changed, and the answer is the key's record.
   */
  accept(acceptance: Acceptance): Promise<IdempotencyKeyRecord | null>
  /**
   * `facts` and `accept` in one, where the facts are plain: the sender is active, can send the message and has no rate
   * to keep, its recipient may be texted, the key is nobody's, the day's count is below the quota, and the balance
   * covers the cost. True when that is done; false, and nothing is changed, where it is not so, or has been done
   * before.
   */
  acceptAtOnce(acceptance: Acceptance, limits: SendLimits): Promise<boolean>
  /**
   * Stores what became of an attempt, if the message is still being submitted in it. Null when it is not: then
   * somebody else has taken it over, and nothing is changed. Takes along a receipt that came before, once the
   * message is sent or failed.
   */
  settle(settlement: Settlement): Promise<{ readonly receipt: Receipt | null } | null>
  /**
   * `settle`, unless it would be null or a receipt has come before: then nothing is changed, and the answer is false.
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
  /** The day, in UTC, whose accepted recipients count. */
  readonly day: string
}

export type SendFacts = {
  /** The message is there already: its commit went unacknowledged, and there is nothing left to accept. */
  readonly isAccepted: boolean
  readonly sender: Sender | null
  readonly consent: Consent
  readonly key: IdempotencyKeyRecord | null
  readonly balance: CreditBalance
  readonly acceptedThatDay: number
}

export type Acceptance = {
  readonly message: Message
  /** Takes the message over should this process die. */
  readonly job: Job
  readonly key: IdempotencyKeyRecord | null
  readonly entries: readonly LedgerEntry[]
  /** The URLs in its body that are its own, one for each link. */
  readonly messageLinks: readonly MessageLink[]
  readonly day: string
  readonly now: Date
}

export type Settlement = {
  /** As it is afterwards; `attempt` is the one that is settled. */
  readonly message: Message
  readonly entries: readonly LedgerEntry[]
  /** The next try; null when there is nothing left to do. */
  readonly job: Job | null
  /** What becomes of its key: the record afterwards, or free, or as it was. */
  readonly key: IdempotencyKeyRecord | 'freed' | null
  readonly events: readonly Event[]
  readonly optOut: ProviderOptOut | null
}
