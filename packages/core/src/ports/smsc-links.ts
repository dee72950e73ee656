import type { CarrierFailure } from './carrier-connection.js'

/**
 * Which messages of the SMSC belong to which texts, for all processes that are bound to one SMSC. A receipt may come to
 * another process than the one that submitted the text, before that process has the answer to its submission. So the
 * link and the final state of a message may be stored in either order, and at the same time: the second of the two finds
 * the first. Implementations keep both for a week or more, until `trim`.
 */
export interface SmscLinks {
  /**
   * Stores links, and returns the texts whose results are known with them and not yet reported. An `id` that has a link
   * already gets the new one, as SMSCs use ids again. An `echo` that two texts have belongs to neither.
   */
  save(links: readonly SmscLink[]): Promise<readonly TextResult[]>
  /**
   * Stores the final state of a message; a state that it has already stays. Returns the result of its text, if that is
   * known now and not yet reported: so a repeated receipt returns it again until it is reported. A state whose message
   * has no link is kept for `save`.
   */
  settle(state: SmscState): Promise<TextResult | null>
  /** The results of these texts have been stored elsewhere, and are not returned any more. */
  markReported(references: readonly string[]): Promise<void>
  /**
   * Results that are known for a while and not reported, because a process has stopped or a report has failed. For a
   * while, no other call returns the same results.
   */
  claimUnreported(options: { readonly limit: number }): Promise<readonly TextResult[]>
  /** Deletes what is no longer needed, the oldest first. One call may leave some of it for the next. */
  trim(): Promise<void>
}

export type SmscLink = {
  /**
   * `id`: the key is the id of the message, in the form in which receipts are compared. `echo`: the key is made of what
   * the SMSC returns in the receipt; it is stored before the submission, for messages whose id is never learned.
   */
  readonly kind: 'id' | 'echo'
  readonly key: string
  readonly reference: string
  /** 1 is the first. */
  readonly part: number
  readonly parts: number
}

/** At least one of `id` and `echo` is there. The link of the id counts, if there is one. */
export type SmscState = {
  readonly id: string | null
  /** What the receipt may also mean by the id. It counts if it has a link and the id has none. */
  readonly otherId?: string | null
  readonly echo: string | null
  readonly at: Date | null
  /** Null when the message reached the phone. */
  readonly failure: CarrierFailure | null
}

/** A text is delivered when all its parts are, and has failed when any part has. */
export type TextResult = {
  readonly reference: string
  readonly at: Date | null
  readonly failure: CarrierFailure | null
}
