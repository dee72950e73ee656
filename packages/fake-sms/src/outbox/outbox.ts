import type { ForgottenPhone, SubmissionOutcome } from '@carillon/core'
import type { Behaviour } from './behaviour.js'
import type { PhoneText } from './phone-text.js'
import type { Candidate, SentReceipt, SimMessage, WrittenText } from './stored-submission.js'
import type { Room } from './throttle.js'

/**
 * The storage of the provider: accepted messages, texts written on phones, and the configured behaviour. Processes with
 * the same outbox, or with outboxes on the same tables, share one provider.
 */
export interface Outbox {
  /** Makes the outbox ready for use. Optional; may be called repeatedly and concurrently. */
  open(): Promise<void>
  /** Decides on the messages in order, and stores those that it accepts or refuses. `times` is counted exactly. */
  take(candidates: readonly Candidate[], terms: Terms): Promise<Taken>
  /** The outcome of the first submission under each reference, whether or not its response arrived. */
  find(references: readonly string[]): Promise<ReadonlyMap<string, SubmissionOutcome>>
  behave(behaviour: Behaviour): Promise<void>
  /** The latest behaviour for all numbers. */
  general(): Promise<Behaviour | null>
  /** Messages that arrived on phones, newest first. */
  list(query: { readonly to: string | null; readonly limit: number }): Promise<readonly SimMessage[]>
  findMessage(id: string): Promise<SimMessage | null>
  /** Has no effect if a text with this id is stored already. */
  keepWritten(text: WrittenText): Promise<void>
  /** Applies to every text stored so far under the reference. The latest receipt counts. Refused texts stay refused. */
  keepReceipt(receipt: SentReceipt): Promise<void>
  /** Texts that arrived, were refused or were written, on all phones or on one, newest first. */
  texts(query: { readonly phone: string | null; readonly limit: number }): Promise<readonly PhoneText[]>
  stats(): Promise<Stats>
  /** Deletes all texts in both directions, and the known references. Keeps the behaviour. */
  clear(): Promise<void>
  /**
   * Deletes the texts of one phone for one account, and returns whether there were any. When the phone's last text is
   * deleted, the behaviour for its number is deleted too.
   */
  forget(phone: ForgottenPhone): Promise<boolean>
}

export type Terms = {
  readonly now: Date
  readonly room: Room
  /** The default, from the options of the provider. */
  readonly deduplicates: boolean
}

export type Taken = {
  readonly responses: readonly ProviderResponse[]
  /** The current behaviour for all numbers. */
  readonly general: Behaviour | null
}

/** An outcome and its latency; null means the default from the options of the provider. */
export type ProviderResponse = { readonly outcome: SubmissionOutcome; readonly latencyMs: number | null }

export type Stats = { readonly delivered: number; readonly deduplicated: number; readonly refused: number }
