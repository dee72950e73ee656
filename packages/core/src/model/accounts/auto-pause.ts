import { object, share, wholeNumber, type ValueOf } from '../../values/schema.js'

/** The number of outcomes before which a share of them is not judged. */
const OUTCOMES_RANGE = { min: 1, max: 1_000_000 }

/**
 * Pauses a broadcast or batch of the account when too many of its messages fail: `failedOver` is the highest share of
 * failed messages, and it is judged once `atLeast` messages have an outcome.
 */
export type AutoPause = ValueOf<typeof AUTO_PAUSE_SCHEMA>
export const AUTO_PAUSE_SCHEMA = object({
  required: { failedOver: share, atLeast: wholeNumber(OUTCOMES_RANGE) },
})
