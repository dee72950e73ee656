import type { NeverSeen, SubmissionOutcome } from '@carillon/core'

const REFERENCES_MAX = 100_000

type Found = SubmissionOutcome | NeverSeen

/**
 * What several carriers together say of a submission:
 *
 * - The carrier that has accepted it is right. A refusal counts only if no other carrier may have it: one that refuses
 *   because of our account is followed by the next.
 * - A carrier may need a while to prove that it has never seen a submission, and say so only once, while another needs
 *   longer. So that answer is remembered until all carriers have answered, or the message is submitted again.
 */
export class CombinedAnswers {
  /** The places of the carriers that have never seen a submission, by its reference. */
  readonly #absences = new Map<string, Set<number>>()

  /** `found` has the answer of each carrier. */
  of(reference: string, found: readonly Found[]): Found {
    const absent = this.#absences.get(reference) ?? new Set()
    for (const [i, { kind }] of found.entries()) if (kind === 'never-seen') absent.add(i)
    const accepted = found.find(({ kind }) => kind === 'accepted')
    const refused = found.find(({ kind }) => kind === 'refused')
    const isOpen = found.some(({ kind }, i) => kind !== 'refused' && !absent.has(i))
    if (accepted === undefined && isOpen) {
      this.#remember(reference, absent)
      return { kind: 'unknown' }
    }
    this.forget([reference])
    return accepted ?? refused ?? { kind: 'never-seen' }
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
