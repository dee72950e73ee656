import type { AccountId, MessageId } from '../values/ids.js'
import type { MessageFailure } from './message.js'

/** What a carrier tells of a message that the provider had accepted. */
export type Receipt = {
  readonly account: AccountId
  readonly message: MessageId
  readonly at: Date
  /** Null: it reached the phone. */
  readonly failure: MessageFailure | null
}
