import type { ProviderOptOut } from '../model/consent/consent.js'
import type { LedgerEntry } from '../model/credits/ledger.js'
import type { Event } from '../model/events/event.js'
import type { IdempotencyKeyRecord } from '../model/idempotency/key.js'
import type { Job } from '../model/jobs/job.js'
import type { MessageLink } from '../model/links/tracking-link.js'
import type { Message, Receipt } from '../model/messages/message.js'
import type { OfferedSend, SendFacts } from '../model/messages/send-obstacle.js'
import type { Counted } from '../model/statistics/statistic.js'

/**
 * The path of a single send, in two steps. The other stores could do each step in several statements. This store can do
 * a step in one statement for many sends of many accounts. Each send succeeds or fails as if it were alone. The results
 * are in the order of what was given. Both methods are for `runOne` too, where sends of one moment are gathered.
 */
export interface SingleSendStore {
  /**
   * Stores each message with everything that belongs to it, unless `obstacleTo` finds something in its facts. Consent and
   * credits are locked until the unit of work ends, and so is the key of an accepted message. The facts of a send that is
   * not accepted are those after the others were accepted. Facts without an obstacle mean that another send took the key
   * or the credits at the same moment: the caller may try again.
   */
  accept(acceptances: readonly Acceptance[]): Promise<readonly AcceptDecision[]>
  /**
   * Stores the outcome of each attempt, if it is still the message's current attempt. Otherwise another process has
   * taken the message over: changes nothing, and the result is null. Removes and returns a receipt that arrived early,
   * once the message is sent or failed.
   */
  settle(settlements: readonly Settlement[], options?: SettleOptions): Promise<readonly (Settled | null)[]>
}

export type AcceptDecision = { readonly isAccepted: true } | { readonly isAccepted: false; readonly facts: SendFacts }

export type SettleOptions = {
  /**
   * Does not settle a message for which a receipt arrived early; its result is null too. Required in `runOne`, where the
   * receipt could not be processed in the same transaction.
   */
  readonly leavesReceipts: boolean
}

export type Settled = { readonly receipt: Receipt | null }

export type Acceptance = OfferedSend & {
  /** The job that takes the message over if this process dies. */
  readonly job: Job
  readonly key: IdempotencyKeyRecord | null
  readonly entries: readonly LedgerEntry[]
  /** The message links in its body, one for each tracking link. */
  readonly messageLinks: readonly MessageLink[]
  /** The UTC day whose accepted recipients are counted. */
  readonly day: string
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
