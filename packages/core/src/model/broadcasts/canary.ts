import { invalidInput } from '../../values/errors.js'
import { object, share, wholeNumber, type ValueOf } from '../../values/schema.js'

/**
 * The first recipients of a broadcast, sent ahead of the others. The others wait until the canary is judged:
 *
 *     open --the wait is over, and no limit is passed--> passed: the others are released
 *       `--a limit is passed--> the broadcast is paused --an operator resumes it--> passed
 */
export type Canary = {
  readonly recipients: number
  /** Counted from the first attempt. */
  readonly waitMinutes: number
  readonly stopWhen: StopWhen
}

/** The limits, as shares from 0 to 1. */
export type StopWhen = {
  /** Of the messages with an outcome. */
  readonly failedOver: number
  /** Of the sent messages: recipients that opted out after they were texted. */
  readonly optedOutOver: number
  /** No share is judged before this many messages have an outcome. */
  readonly atLeast: number
}

export const CANARY_RANGES = {
  recipients: { min: 1, max: 50_000 },
  waitMinutes: { min: 1, max: 1_440 },
  atLeast: { min: 1, max: 50_000 },
} as const

/** A canary as requested. Everything but the number of recipients has a default. */
export type RequestedCanary = ValueOf<typeof CANARY_SCHEMA>
export const CANARY_SCHEMA = object({
  required: { recipients: wholeNumber(CANARY_RANGES.recipients) },
  optional: {
    waitMinutes: wholeNumber(CANARY_RANGES.waitMinutes),
    stopWhen: object({
      optional: { failedOver: share, optedOutOver: share, atLeast: wholeNumber(CANARY_RANGES.atLeast) },
    }),
  },
})

const DEFAULT_WAIT_MINUTES = 30
const DEFAULT_STOP_WHEN: StopWhen = { failedOver: 0.05, optedOutOver: 0.02, atLeast: 200 }

/** The canary with its defaults. Refuses one that is too small to ever be judged. */
export function canaryOf({ recipients, waitMinutes = DEFAULT_WAIT_MINUTES, stopWhen }: RequestedCanary): Canary {
  const atLeast = stopWhen?.atLeast ?? Math.min(DEFAULT_STOP_WHEN.atLeast, recipients)
  if (atLeast > recipients) {
    const message = `must be at most canary.recipients, which is ${recipients}, got ${atLeast}`
    throw invalidInput('canary.stopWhen.atLeast', message)
  }
  return { recipients, waitMinutes, stopWhen: { ...DEFAULT_STOP_WHEN, ...stopWhen, atLeast } }
}
