import type { AccountId } from '../values/ids.js'

/**
 * Deletes data that is older than an account's retention, in short transactions. Each method deletes at most `limit`
 * rows, oldest first. Nothing waits for long: locked rows are skipped, and when several processes trim one account at
 * once, all but one get the result that nothing is left.
 */
export interface RetentionStore {
  /**
   * Ended messages that were created in the span, with the data that belongs only to them: their message links and
   * clicks, kept receipts, entries as possible opt-outs, and the provider's ids of inbound texts; and conversations
   * whose newest inbound text is among them. Later clicks on such
   * a message link count for the tracking link alone.
   */
  trimMessages(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
  /** Recipients of broadcasts that ended in the span, by chunk. The broadcast and its counts stay. */
  trimRecipients(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
  /** Events that happened in the span and are no longer being delivered, with their deliveries and attempts. */
  trimEvents(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
  /** Individual clicks. Their counts are kept. */
  trimClicks(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed>
}

export type TrimSpan = {
  /** Where the previous step ended, so that deleted rows are not scanned again; null for the first step. */
  readonly from: Date | null
  /** The last instant to delete, inclusive. */
  readonly until: Date
}

export type Trimmed = {
  readonly taken: number
  /** Where the next step begins; null when nothing is left to delete or another process trims the account. */
  readonly next: Date | null
}
