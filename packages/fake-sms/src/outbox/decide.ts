import type { MessageFailure, SubmissionOutcome } from '@carillon/core'
import { behaviourFor, latencyOf, type Behaviour } from './behaviour.js'
import type { Answer, Terms } from './outbox.js'
import { outcomeOf, type Candidate, type StoredSubmission } from './stored-submission.js'

/** All that decides about submissions. */
export type Book = Terms & {
  /** The first that was kept under each reference. */
  readonly kept: ReadonlyMap<string, StoredSubmission>
  readonly behaviours: ReadonlyMap<string | null, Behaviour>
}

export type Decision = {
  /** One for each candidate, in their order. */
  readonly answers: readonly Answer[]
  /** What is to be kept from now on. */
  readonly added: readonly StoredSubmission[]
  /** References that were known, once for each repetition. */
  readonly repeated: readonly string[]
  /** How many `times` of each behaviour are used up. */
  readonly used: ReadonlyMap<string | null, number>
}

/**
 * A known reference is answered like the first time, whatever was said since: "try later" would mean that the provider
 * has not got the message. Only then come the throttle and the behaviour.
 */
export function decide(candidates: readonly Candidate[], book: Book): Decision {
  const kept = new Map(book.kept)
  const behaviours = new Map(book.behaviours)
  const deduplicates = behaviours.get(null)?.deduplicates ?? book.deduplicates
  const answers: Answer[] = []
  const added: StoredSubmission[] = []
  const repeated: string[] = []
  const used = new Map<string | null, number>()
  let roomLeft = book.room.count

  for (const candidate of candidates) {
    const first = kept.get(candidate.reference)
    if (deduplicates && first !== undefined) {
      repeated.push(candidate.reference)
      answers.push({ outcome: outcomeOf(first), latencyMs: null })
      continue
    }
    if (--roomLeft < 0) {
      answers.push({ outcome: { kind: 'try-later', afterMs: book.room.afterMs(-roomLeft) }, latencyMs: null })
      continue
    }
    const behaviour = behaviourFor(candidate.to, behaviours)
    if (behaviour !== undefined && behaviour.times !== null) {
      behaviours.set(behaviour.to, { ...behaviour, times: behaviour.times - 1 })
      used.set(behaviour.to, (used.get(behaviour.to) ?? 0) + 1)
    }
    const latencyMs = latencyOf(behaviour)
    if (behaviour?.outcome === 'unavailable') {
      answers.push({ outcome: UNAVAILABLE, latencyMs })
      continue
    }
    const one = { ...candidate, submittedAt: book.now, failure: failureOf(behaviour) }
    added.push(one)
    if (first === undefined) kept.set(one.reference, one)
    answers.push({ outcome: outcomeOf(one), latencyMs })
  }
  return { answers, added, repeated, used }
}

const UNAVAILABLE: SubmissionOutcome = { kind: 'try-later', afterMs: null }

function failureOf(behaviour: Behaviour | undefined): MessageFailure | null {
  switch (behaviour?.outcome) {
    case 'opted_out':
      return { type: 'opted_out', message: 'The recipient has opted out at the provider' }
    case 'reject':
      return { type: 'carrier_rejected', message: 'The carrier has rejected the message' }
    default:
      return null
  }
}
