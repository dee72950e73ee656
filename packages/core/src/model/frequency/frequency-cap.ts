import { repetitionsOf } from '../../values/collections.js'
import type { FieldError } from '../../values/errors.js'
import type { FieldRule, Range } from '../../values/field-rule.js'
import { durationMs } from '../../values/time/duration.js'
import { DAY_MS } from '../../values/time/instant.js'
import { quote } from '../../values/text/text.js'

/** What a cap counts: messages of broadcasts, batches and schedules, or single sends too. */
export const CAP_COUNTS = ['bulk', 'all'] as const
export type CapCounts = (typeof CAP_COUNTS)[number]

/** At most this many messages to one number in any period of this length. */
export type FrequencyCap = {
  readonly messages: number
  /** Hours or days, as in `24h` or `7d`. */
  readonly per: string
  readonly counts: CapCounts
  /**
   * The name of the group whose active members the cap protects; null for everybody. Whatever was sent to a member counts,
   * for whatever reason it was sent.
   */
  readonly group: string | null
}

export const FREQUENCY_CAPS_RANGE: Range = { min: 0, max: 10 }
export const CAP_MESSAGES_RANGE: Range = { min: 1, max: 1_000 }

/** The longest period of a cap. Older uses do not matter to any cap. */
export const CAP_PERIOD_MAX_MS = 30 * DAY_MS

export const CAP_PERIOD: FieldRule = {
  holds: (text) => (periodOrNull(text) ?? Infinity) <= CAP_PERIOD_MAX_MS,
  expected: 'must be a number of hours or days from 1h to 30d, such as 24h or 7d',
  got: quote,
}

/** The length of a valid period. */
export function periodMs(per: string): number {
  return periodOrNull(per)!
}

function periodOrNull(per: string): number | null {
  return durationMs(per, ['h', 'd'])
}

/** A cap as it is declared: `counts` is `bulk`, and `group` null, if absent. */
export type DeclaredCap = Pick<FrequencyCap, 'messages' | 'per'> & {
  readonly counts?: CapCounts | undefined
  readonly group?: string | null | undefined
}

export function capOf({ messages, per, counts = 'bulk', group = null }: DeclaredCap): FrequencyCap {
  return { messages, per, counts, group }
}

/** Of two caps for the same people and period, only the smaller one could ever matter: probably a mistake. */
export function repeatedCaps(caps: readonly Partial<DeclaredCap>[], at: string): FieldError[] {
  const limitedBy = ({ per, counts = 'bulk', group = null }: Partial<DeclaredCap>) =>
    per === undefined ? undefined : JSON.stringify([periodOrNull(per), counts, group])
  return repetitionsOf(caps, limitedBy).map(({ index, first }) => ({
    field: `${at}[${index}].per`,
    message: `is the same period, for the same messages and people, as in ${at}[${first}]: got ${JSON.stringify(caps[index]!.per)}`,
  }))
}

/** The caps as messages of the service name one: `2 messages per 24h to members of "VIP"`. */
export function describeCap({ messages, per, group }: Pick<FrequencyCap, 'messages' | 'per' | 'group'>): string {
  const what = messages === 1 ? '1 message' : `${messages} messages`
  return `${what} per ${per}${group === null ? '' : ` to members of ${JSON.stringify(group)}`}`
}
