import type { SubmissionOutcome } from '@carillon/core'

const REFERENCES_MAX = 100_000

/**
 * Decides when a batch that Sinch does not list was never submitted. The list may lag behind a submission, so the grace
 * period must have passed since the submission could have ended:
 *
 * - A submission of this process: since it ended. If Sinch accepted it, the absence never proves anything.
 * - Any other reference: since this process was first asked for it. The submission has ended by then, because only
 *   attempts that are over are asked for.
 *
 * A proof is used once: if the message is submitted again, its grace period begins again. One case remains open:
 * another process answers for the same reference in between, and a third one submits the message again. Then the grace
 * period of this process may have begun before that submission.
 */
export function absences({ graceMs, now }: { readonly graceMs: number; readonly now: () => number }) {
  const provenFrom = new Map<string, number>()

  function remember(reference: string, fromMs: number) {
    provenFrom.delete(reference)
    if (provenFrom.size >= REFERENCES_MAX) provenFrom.delete(provenFrom.keys().next().value!)
    provenFrom.set(reference, fromMs)
  }

  return {
    async during(reference: string, submit: () => Promise<SubmissionOutcome>): Promise<SubmissionOutcome> {
      const before = provenFrom.get(reference)
      remember(reference, Infinity)
      const outcome = await submit()
      if (outcome.kind === 'unknown') remember(reference, now() + graceMs)
      else if (outcome.kind !== 'accepted') {
        if (before === undefined) provenFrom.delete(reference)
        else remember(reference, before)
      }
      return outcome
    },

    /** Whether this process has submitted the message, or was asked for it before. */
    knows(reference: string): boolean {
      return provenFrom.has(reference)
    },

    /** Whether the message was never submitted, given that Sinch does not list it. */
    isProven(reference: string): boolean {
      if (!provenFrom.has(reference)) remember(reference, now() + graceMs)
      if (now() < provenFrom.get(reference)!) return false
      provenFrom.delete(reference)
      return true
    },
  }
}

export type Absences = ReturnType<typeof absences>
