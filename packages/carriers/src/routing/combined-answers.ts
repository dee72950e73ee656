import type { NeverSeen, SubmissionOutcome } from '@carillon/core'

const REFERENCES_MAX = 100_000

type Found = SubmissionOutcome | NeverSeen

/**
 * What several carriers together say of a submission. A carrier may need a while to prove that it has never seen it, and
 * say so only once; the next carrier may need longer. So such an answer is remembered until all carriers have given it,
 * or the message is submitted again.
 */
export class CombinedAnswers {
  /** The places of the carriers that have never seen a submission, by its reference. */
  readonly #absences = new Map<string, Set<number>>()

  /** `found` has the answer of each carrier. What a carrier that has the text says comes first. */
  of(reference: string, found: readonly Found[]): Found {
    const known = found.find(({ kind }) => kind === 'accepted' || kind === 'refused')
    const absent = this.#absences.get(reference) ?? new Set()
    for (const [i, { kind }] of found.entries()) if (kind === 'never-seen') absent.add(i)
    const isSeenNowhere = known === undefined && found.every((_, i) => absent.has(i))
    if (known === undefined && !isSeenNowhere) this.#remember(reference, absent)
    else this.forget([reference])
    return known ?? (isSeenNowhere ? { kind: 'never-seen' } : { kind: 'unknown' })
  }

  /** The messages are submitted again. */
  forget(references: readonly string[]): void {
    for (const reference of references) this.#absences.delete(reference)
  }

  #remember(reference: string, absent: Set<number>): void {
    this.#absences.delete(reference)
    if (absent.size === 0) return
    if (this.#absences.size >= REFERENCES_MAX) this.#absences.delete(this.#absences.keys().next().value!)
    this.#absences.set(reference, absent)
  }
}
