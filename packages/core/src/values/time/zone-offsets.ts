import { DAY_MS } from './instant.js'
import type { TimeZone } from './time-zone.js'

/** How far the zone's clocks are ahead of UTC at an instant. */
export function offsetAtMs(zone: TimeZone, instantMs: number): number {
  return spansAround(zone, instantMs).find(({ endMs }) => instantMs < endMs)!.offsetMs
}

/**
 * How far they are ahead when they show a wall clock, which is given as if it were in UTC. One that they skip is read
 * as if they had not been put forward yet, and of two times that they show it, it is the first.
 */
export function offsetWhenShowingMs(zone: TimeZone, wallMs: number): number {
  return spansAround(zone, wallMs).find(({ wallEndMs }) => wallMs < wallEndMs)!.offsetMs
}

/**
 * A time without a change of the clocks: until when it is by UTC, and by the later one of its clocks and the next ones.
 */
type Span = { readonly offsetMs: number; readonly endMs: number; readonly wallEndMs: number }

/** Those of the day that the instant lies in, and of one more at both ends; so it serves for wall clocks as well. */
function spansAround(zone: TimeZone, ms: number): readonly Span[] {
  const known = ZONES.get(zone) ?? knowZone(zone)
  const day = Math.min(Math.max(Math.floor(ms / DAY_MS), STANDARD_TIME_BEGINS), LAST_DAY)
  return known.days.get(day) ?? knowDay(known, day)
}

type KnownZone = { readonly format: Intl.DateTimeFormat; readonly days: Map<number, readonly Span[]> }

/** There are some 600 zones, so that this does not grow forever. */
const ZONES = new Map<TimeZone, KnownZone>()
/**
 * Kept of a zone, which is some 50 kB; whoever asks for more of them makes room for one at a time. A schedule is
 * answered from what is kept for a hundred of its times, be they years apart.
 */
const DAYS_MAX = 1_024

const SECOND_MS = 1_000
/** Before the railways every place went by its own sun, and its clocks were never changed. */
const STANDARD_TIME_BEGINS = Date.UTC(1800, 0) / DAY_MS
const LAST_DAY = Date.UTC(10_000, 0) / DAY_MS

function knowZone(zone: TimeZone): KnownZone {
  const known = { format: formatOf(zone), days: new Map<number, readonly Span[]>() }
  ZONES.set(zone, known)
  return known
}

function knowDay({ format, days }: KnownZone, day: number): readonly Span[] {
  const spans = findSpans(format, day)
  if (days.size === DAYS_MAX) days.delete(days.keys().next().value!)
  days.set(day, spans)
  return spans
}

/**
 * A look at both ends, and eighteen more where they differ: there is one change at most. The shortest span ever,
 * Freetown's summer of 1939, had four days; Recife's of 2000 seven.
 */
function findSpans(format: Intl.DateTimeFormat, day: number): readonly Span[] {
  const [fromMs, toMs] = [(day - 1) * DAY_MS, (day + 2) * DAY_MS]
  const [offsetMs, nextMs] = [shownOffsetMs(format, fromMs), shownOffsetMs(format, toMs)]
  if (offsetMs === nextMs) return unchanging(offsetMs)
  const endMs = endOf(format, offsetMs, { fromMs, toMs })
  return [{ offsetMs, endMs, wallEndMs: endMs + Math.max(offsetMs, nextMs) }, ...unchanging(nextMs)]
}

/** The same for all days and zones that have this offset. */
function unchanging(offsetMs: number): readonly Span[] {
  const spans = UNCHANGING.get(offsetMs) ?? [{ offsetMs, endMs: Infinity, wallEndMs: Infinity }]
  UNCHANGING.set(offsetMs, spans)
  return spans
}

/** There have been fewer than a thousand offsets. */
const UNCHANGING = new Map<number, readonly Span[]>()

/** The first second with another offset. */
function endOf(
  format: Intl.DateTimeFormat,
  offsetMs: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number {
  let [same, other] = [fromMs / SECOND_MS, toMs / SECOND_MS]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (shownOffsetMs(format, middle * SECOND_MS) === offsetMs) same = middle
    else other = middle
  }
  return other * SECOND_MS
}

function formatOf(zone: TimeZone): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
}

/** Of a whole second. */
function shownOffsetMs(format: Intl.DateTimeFormat, instantMs: number): number {
  const [month, day, year, hour, minute, second] = format.format(instantMs).match(/\d+/g)!.map(Number) as Fields
  return Date.UTC(year, month - 1, day, hour, minute, second) - instantMs
}

type Fields = [month: number, day: number, year: number, hour: number, minute: number, second: number]
