import type { FieldRule } from '../../values/field-rule.js'
import type { GroupId } from '../../values/ids.js'
import { durationMs } from '../../values/time/duration.js'
import { HOUR_MS } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { WEEKDAYS, type Weekday } from '../../values/time/weekday.js'
import { quote } from '../../values/text/text.js'

/**
 * A time of day in which bulk texts may be sent, by the recipient's clock. `to` is excluded. If `from` is not before `to`,
 * the window ends on the next day; it belongs to the day on which it opens.
 */
export type SendingWindow = {
  readonly days: readonly Weekday[]
  /** `HH:mm`. */
  readonly from: string
  /** `HH:mm`, or `24:00` for the end of the day. */
  readonly to: string
}

/** A window as an account has it: for everybody, or for the active members of a group. */
export type AccountWindow = SendingWindow & {
  /**
   * The name of the group. The windows of a recipient's groups replace those that are for everybody. Absent, and not null,
   * for everybody, so that windows without groups are stored and shown as they always were.
   */
  readonly group?: string
}

/** A window as it is declared. */
export type DeclaredWindow = SendingWindow & { readonly group?: string | null | undefined }

export function windowOf({ days, from, to, group = null }: DeclaredWindow): AccountWindow {
  return { days, from, to, ...(group !== null && { group }) }
}

/** When an account's bulk texts may be sent. */
export type SendingHours = {
  /** Null: at any time. */
  readonly windows: readonly AccountWindow[] | null
  /** `YYYY-MM-DD`: days on which no window is open. They have no effect without windows. */
  readonly holidays: readonly string[]
  /** How long a recipient may wait for a window to open, such as `24h`. */
  readonly holdAtMost: string
}

export const DEFAULT_SENDING_HOURS: SendingHours = { windows: null, holidays: [], holdAtMost: '24h' }

/** The windows of a group's own. */
export type GroupWindows = { readonly group: GroupId; readonly windows: readonly SendingWindow[] }

/** The sending hours of a broadcast, fixed when it was accepted. */
export type FixedSendingHours = Omit<SendingHours, 'windows'> & {
  /** For recipients in no group that has windows of its own. Null: at any time. */
  readonly windows: readonly SendingWindow[] | null
  /** Absent if no group has windows of its own. */
  readonly groupWindows?: readonly GroupWindows[]
  /** The zone of recipients whose own zone is not known. */
  readonly zone: TimeZone
}

/** The longest `holdAtMost`. */
export const HOLD_HOURS_MAX = 72

export const HOLD_AT_MOST: FieldRule = {
  holds: (text) => (durationMs(text, ['h']) ?? Infinity) <= HOLD_HOURS_MAX * HOUR_MS,
  expected: 'must be 1h to 72h: a number of hours and the letter h, such as 24h',
  got: quote,
}

export function holdAtMostMs({ holdAtMost }: Pick<SendingHours, 'holdAtMost'>): number {
  return durationMs(holdAtMost)!
}

/** How long the windows can delay a broadcast. */
export function windowsDelayMs(hours: FixedSendingHours | null): number {
  return hours === null ? 0 : holdAtMostMs(hours)
}

export const OPENING_TIME: FieldRule = {
  holds: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text),
  expected: 'must be a time of day from 00:00 to 23:59, such as 08:00',
  got: quote,
}

export const CLOSING_TIME: FieldRule = {
  holds: (text) => OPENING_TIME.holds(text) || text === '24:00',
  expected: 'must be a time of day from 00:00 to 24:00, such as 21:00',
  got: quote,
}

export const SENDING_RANGES = {
  sendingWindows: { min: 1, max: 50 },
  windowDays: { min: 1, max: WEEKDAYS.length },
  holidays: { min: 0, max: 1_000 },
} as const
