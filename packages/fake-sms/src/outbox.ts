import type { MessageFailure, Submission, SubmissionOutcome } from '@carillon/core'
import type { Behaviour } from './behaviour.js'
import type { Room } from './throttle.js'

/**
 * What the provider keeps: the messages it has taken, and how it is to behave. Everybody who is given the same outbox,
 * or one on the same tables, speaks to the same provider.
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
  stats(): Promise<Stats>
  /** Forgets every message, and with it what would be a repetition. The behaviour stays. */
  clear(): Promise<void>
}

/** A submission with the id that the provider gives it should it take it. */
export type Candidate = Submission & { readonly id: string }

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

/** A submission that was taken or refused. */
export type Kept = Candidate & { readonly submittedAt: Date; readonly failure: MessageFailure | null }

/** A message on a phone. */
export type SimMessage = Candidate & { readonly submittedAt: Date }

export type Stats = { readonly delivered: number; readonly deduplicated: number; readonly refused: number }

export function outcomeOf({ id, failure }: Pick<Kept, 'id' | 'failure'>): SubmissionOutcome {
  return failure === null ? { kind: 'accepted', providerId: id } : { kind: 'refused', ...failure }
}
