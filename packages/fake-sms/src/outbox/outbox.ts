import type { ForgottenPhone, SubmissionOutcome } from '@carillon/core'
import type { Behaviour } from './behaviour.js'
import type { PhoneText } from './phone-text.js'
import type { Candidate, SentReceipt, SimMessage, WrittenText } from './stored-submission.js'
import type { Room } from './throttle.js'

/**
 * What the provider keeps: the messages it has taken, what its phones have written, and how it is to behave. Everybody
 * who is given the same outbox, or one on the same tables, speaks to the same provider.
 */
export interface Outbox {
  /** Makes sure that it can be used. Needs not be called, and may be called again, and by several at once. */
  open(): Promise<void>
  /** Takes or refuses each message, in their order, and keeps what it has taken or refused. Counts `times` exactly. */
  take(candidates: readonly Candidate[], terms: Terms): Promise<Taken>
  /** What was answered to the first submission under each reference, whoever heard it. */
  find(references: readonly string[]): Promise<ReadonlyMap<string, SubmissionOutcome>>
  behave(behaviour: Behaviour): Promise<void>
  /** What was said last for all numbers. */
  general(): Promise<Behaviour | null>
  /** What arrived on phones, the newest first. */
  list(query: { readonly to: string | null; readonly limit: number }): Promise<readonly SimMessage[]>
  findMessage(id: string): Promise<SimMessage | null>
  /** A text whose id is known changes nothing. */
  keepWritten(text: WrittenText): Promise<void>
  /** For each text under the reference by now; the last one is the word. What was refused stays refused. */
  keepReceipt(receipt: SentReceipt): Promise<void>
  /** What arrived, what was refused and what was written, of all phones or of one, the newest first. */
  texts(query: { readonly phone: string | null; readonly limit: number }): Promise<readonly PhoneText[]>
  stats(): Promise<Stats>
  /** Forgets every text of either direction, and with it what would be a repetition. The behaviour stays. */
  clear(): Promise<void>
  /**
   * The same for one phone and one account: whether there was anything. With the last text of the phone, what was said
   * for its number alone goes too.
   */
  forget(phone: ForgottenPhone): Promise<boolean>
}

export type Terms = {
  readonly now: Date
  readonly room: Room
  /** As the provider was made. */
  readonly deduplicates: boolean
}

export type Taken = {
  readonly answers: readonly Answer[]
  /** What is said for all numbers now. */
  readonly general: Behaviour | null
}

/** An answer, and how long it takes to come; null: as the provider was made. */
export type Answer = { readonly outcome: SubmissionOutcome; readonly latencyMs: number | null }

export type Stats = { readonly delivered: number; readonly deduplicated: number; readonly refused: number }
