import type { SubmissionOutcome } from '@carillon/core'
import type { PartOutcome } from './part-outcome.js'

/**
 * The outcome of a text from those of its parts; the parts that were not tried are missing.
 *
 * After the SMSC has taken one part, the text is never submitted again: the phone would show that part twice. So a text
 * that is not whole has a final outcome. It has failed if a part was refused, or if the time ended before all parts
 * were written, because then the phone certainly does not get the whole text. It is unknown if only an answer is
 * missing, because then the phone may get all of it.
 */
export function outcomeOfText(outcomes: readonly PartOutcome[], parts: number): SubmissionOutcome {
  const accepted = outcomes.filter((one) => one.kind === 'accepted')
  const refused = outcomes.find((one) => one.kind === 'refused')
  if (refused !== undefined) {
    return accepted.length === 0
      ? refused
      : { ...refused, message: `${refused.message}; ${taken(accepted.length, parts)}` }
  }
  const unknown = outcomes.find((one) => one.kind === 'unknown')
  if (unknown !== undefined) return unknown
  if (accepted.length === parts) {
    return { kind: 'accepted', providerId: [...new Set(accepted.map(({ providerId }) => providerId))].join(',') }
  }
  if (accepted.length === 0) return outcomes.find((one) => one.kind === 'try-later') ?? NO_TIME
  const message = `The time ended before the SMSC took the whole text; ${taken(accepted.length, parts)}`
  return { kind: 'refused', type: 'provider_unavailable', message, carrierCode: null }
}

const NO_TIME: SubmissionOutcome = { kind: 'try-later', afterMs: null, because: 'no-time' }

function taken(count: number, parts: number): string {
  return `it took ${count} of ${parts} parts, so the text is not submitted again`
}
