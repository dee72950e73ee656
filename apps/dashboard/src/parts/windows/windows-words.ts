import { wallClockIn } from '../timing/timing.js'
import { dayOf } from '../time/wall-clock-format.js'
import { formatTime, placeOf } from '../time/time-format.js'

/** What a preview says of the sending windows of the account. */
export type WindowsPreview = {
  readonly atOnce: number
  readonly held: readonly HeldZone[]
  readonly tooLate: number
  readonly expired: number
}

type HeldZone = { readonly zone: string; readonly until: string; readonly recipients: number }

export type WindowsContext = {
  /** The zone of the page. */
  readonly zone: string
  readonly nowMs: number
  /** How long a recipient may wait, such as `24h`. Undefined as long as it is not known. */
  readonly holdAtMost: string | undefined
}

const NUMBERS = new Intl.NumberFormat('en')

/** More zones are summed up. */
const ZONES_SHOWN = 5

/** Who is sent to at once, who waits until when, and who would wait too long or until after the end: a line for each. */
export function windowsLines(preview: WindowsPreview, context: WindowsContext): readonly string[] {
  const { atOnce, held, tooLate, expired } = preview
  // Alone, the last zone takes no more space than its sum.
  const shown = held.length === ZONES_SHOWN + 1 ? held : held.slice(0, ZONES_SHOWN)
  const rest = held.slice(shown.length)
  return [
    ...(atOnce > 0 ? [`${NUMBERS.format(atOnce)} at once`] : []),
    ...shown.map((one) => heldLine(one, context)),
    ...(rest.length > 0 ? [restLine(held, rest, context)] : []),
    ...(tooLate > 0
      ? [`${NUMBERS.format(tooLate)} would wait longer than ${context.holdAtMost ?? 'allowed'} and will fail`]
      : []),
    ...(expired > 0 ? [`${NUMBERS.format(expired)} would wait past the time to stop and will fail`] : []),
  ]
}

function heldLine({ zone, until, recipients }: HeldZone, context: WindowsContext): string {
  const who = `${NUMBERS.format(recipients)} in ${placeOf(zone)} ${areHeld(recipients)}`
  const mine = timeWords(until, context)
  if (isSameClock(until, zone, context.zone)) return `${who} until ${mine}`
  return `${who} until ${formatTime(until, zone, 'time')} (their time; ${mine} yours)`
}

/** They are ordered by their openings. A zone has several if a group has windows of its own. */
function restLine(held: readonly HeldZone[], rest: readonly HeldZone[], context: WindowsContext): string {
  const recipients = rest.reduce((sum, one) => sum + one.recipients, 0)
  const last = timeWords(rest.at(-1)!.until, context)
  const zones = new Set(held.map(({ zone }) => zone))
  const who = zones.size < held.length ? 'others' : `in ${rest.length} other zones`
  return `${NUMBERS.format(recipients)} ${who} ${areHeld(recipients)}, the last until ${last} (your time)`
}

function areHeld(recipients: number): string {
  return recipients === 1 ? 'is held' : 'are held'
}

function isSameClock(at: string, zone: string, other: string): boolean {
  return wallClockIn(zone, Date.parse(at)) === wallClockIn(other, Date.parse(at))
}

const DAY_MS = 86_400_000

/** A time in the zone of the page, with the day if it is not today: `tomorrow 4:00 PM`, `Tue, Mar 3, 2026, 4:00 PM`. */
export function timeWords(at: string, { zone, nowMs }: Pick<WindowsContext, 'zone' | 'nowMs'>): string {
  const day = wallClockIn(zone, Date.parse(at)).slice(0, 10)
  const today = wallClockIn(zone, nowMs).slice(0, 10)
  const time = formatTime(at, zone, 'time')
  if (day === today) return time
  return Date.parse(day) - Date.parse(today) === DAY_MS ? `tomorrow ${time}` : `${dayOf(day)}, ${time}`
}
