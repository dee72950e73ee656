import type { AccountId } from '../values/ids.js'

/**
 * Takes away what is older than an account wants to keep, a short transaction at a time. Each method takes at most
 * `limit`, the oldest first. Nobody waits for long: what somebody else holds at the moment is left alone, and of
 * several who trim one account at once, all but one are told that there is nothing more.
 */
export interface RetentionStore {
  /**
   * Messages that were made in the span and have ended, with what hangs on them alone: URLs and clicks of theirs, kept
   * receipts, and what the provider calls the texts that came in. A click on such a URL counts under its bare link
   * then.
   */
  trimMessages(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
  /** Recipients of broadcasts that ended in the span, chunk by chunk. The broadcast and its counts stay. */
  trimRecipients(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
  /** Events that happened in the span, and are not on their way any more, with their deliveries and attempts. */
  trimEvents(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
  /** Clicks one by one. Their counts stay. */
  trimClicks(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
}

export type TrimSpan = {
  /** Where the step before has ended, so that none looks again at what others have taken away; null for the first. */
  readonly from: Date | null
  /** The last instant that goes. */
  readonly until: Date
}

export type Trimmed = {
  readonly taken: number
  /** Where the next step begins; null when there is nothing more to take, or somebody else is at it. */
  readonly next: Date | null
}
