import type { MessageFailure, SubmissionOutcome } from '@carillon/core'
import { behaviourFor, latencyOf, type Behaviour } from './behaviour.js'
import type { ProviderResponse, Terms } from './outbox.js'
import { outcomeOf, type Candidate, type StoredSubmission } from './stored-submission.js'

/** Everything that the decision about submissions depends on. */
export type Book = Terms & {
  /** The first stored submission under each reference. */
  readonly kept: ReadonlyMap<string, StoredSubmission>
  readonly behaviours: ReadonlyMap<string | null, Behaviour>
}

export type Decision = {
  /** One response for each candidate, in the same order. */
  readonly responses: readonly ProviderResponse[]
  /** The submissions to store. */
  readonly added: readonly StoredSubmission[]
  /** The repeated references, once for each repetition. */
  readonly repeated: readonly string[]
  /** How many `times` of each behaviour are used up. */
  readonly used: ReadonlyMap<string | null, number>
}

/**
 * With deduplication, a known reference gets its first outcome again, even if the behaviour has changed: "try later"
 * would wrongly say that the provider lacks the message. So throttle and behaviour apply only to new references.
 */
export function decide(candidates: readonly Candidate[], book: Book): Decision {
  const kept = new Map(book.kept)
  const behaviours = new Map(book.behaviours)
  const deduplicates = behaviours.get(null)?.deduplicates ?? book.deduplicates
  const responses: ProviderResponse[] = []
  const added: StoredSubmission[] = []
  const repeated: string[] = []
  const used = new Map<string | null, number>()
  let roomLeft = book.room.count

  for (const candidate of candidates) {
    const first = kept.get(candidate.reference)
    if (deduplicates && first !== undefined) {
      repeated.push(candidate.reference)
      responses.push({ outcome: outcomeOf(first), latencyMs: null })
      continue
    }
    if (--roomLeft < 0) {
      responses.push({ outcome: { kind: 'try-later', afterMs: book.room.afterMs(-roomLeft) }, latencyMs: null })
      continue
    }
    const behaviour = behaviourFor(candidate.to, behaviours)
    if (behaviour !== undefined && behaviour.times !== null) {
      behaviours.set(behaviour.to, { ...behaviour, times: behaviour.times - 1 })
      used.set(behaviour.to, (used.get(behaviour.to) ?? 0) + 1)
    }
    const latencyMs = latencyOf(behaviour)
    if (behaviour?.outcome === 'unavailable') {
      responses.push({ outcome: UNAVAILABLE, latencyMs })
      continue
    }
    const one = { ...candidate, submittedAt: book.now, failure: failureOf(behaviour) }
    added.push(one)
    if (first === undefined) kept.set(one.reference, one)
    responses.push({ outcome: outcomeOf(one), latencyMs })
  }
  return { responses, added, repeated, used }
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
