import type { AccountId, MessageId } from '../../values/ids.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { MessageFailure } from './message.js'

/** So long one is kept for its message. What is not settled by then waits for an operator, and goes without. */
export const RECEIPT_WINDOW_MS = 7 * DAY_MS

/** What a carrier tells of a message that the provider had accepted. */
export type Receipt = {
  readonly account: AccountId
  readonly message: MessageId
  readonly at: Date
  /** Null: it reached the phone. */
  readonly failure: MessageFailure | null
}
