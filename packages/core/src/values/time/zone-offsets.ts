import { DAY_MS } from './instant.js'
import type { TimeZone } from './time-zone.js'

/** How far the zone's clocks are ahead of UTC at an instant. */
export function offsetAtMs(zone: TimeZone, instantMs: number): number {
  return spansAround(zone, instantMs).find(({ endMs }) => instantMs < endMs)!.offsetMs
}

/**
 * How far the zone's clocks are ahead of UTC when they show a wall clock, given as if it were in UTC. In a gap, returns
 * the offset before the change; in an overlap, the offset of the first occurrence.
 */
export function offsetWhenShowingMs(zone: TimeZone, wallMs: number): number {
  return spansAround(zone, wallMs).find(({ wallEndMs }) => wallMs < wallEndMs)!.offsetMs
}

/**
 * A period of constant offset: its end in UTC, and its end as a wall clock, by its own or the next offset, whichever is
 * larger.
 */
type Span = { readonly offsetMs: number; readonly endMs: number; readonly wallEndMs: number }

/** The spans of the instant's day and of the days before and after it, so that all wall clocks are covered. */
function spansAround(zone: TimeZone, ms: number): readonly Span[] {
  const known = ZONES.get(zone) ?? knowZone(zone)
  const day = Math.min(Math.max(Math.floor(ms / DAY_MS), STANDARD_TIME_BEGINS), LAST_DAY)
  return known.days.get(day) ?? knowDay(known, day)
}

type KnownZone = { readonly format: Intl.DateTimeFormat; readonly days: Map<number, readonly Span[]> }

/** Bounded: there are about 600 zones. */
const ZONES = new Map<TimeZone, KnownZone>()
/**
 * How many days each zone caches, about 50 kB. When the cache is full, each new day evicts the oldest entry. Big enough
 * for a schedule with a hundred occurrences, even if they are years apart.
 */
const DAYS_MAX = 1_024

const SECOND_MS = 1_000
/** Before the railways every place used local solar time, and clocks were never changed. */
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
 * Compares the offsets at both ends, and searches in about eighteen steps if they differ. Three days have at most one
 * change: the two closest changes ever, in Freetown in 1939, were four days apart, and those in Recife in 2000 seven.
 */
function findSpans(format: Intl.DateTimeFormat, day: number): readonly Span[] {
  const [fromMs, toMs] = [(day - 1) * DAY_MS, (day + 2) * DAY_MS]
  const [offsetMs, nextMs] = [shownOffsetMs(format, fromMs), shownOffsetMs(format, toMs)]
  if (offsetMs === nextMs) return unchanging(offsetMs)
  const endMs = endOf(format, offsetMs, { fromMs, toMs })
  return [{ offsetMs, endMs, wallEndMs: endMs + Math.max(offsetMs, nextMs) }, ...unchanging(nextMs)]
}

/** Shared by all days and zones with this offset. */
function unchanging(offsetMs: number): readonly Span[] {
  const spans = UNCHANGING.get(offsetMs) ?? [{ offsetMs, endMs: Infinity, wallEndMs: Infinity }]
  UNCHANGING.set(offsetMs, spans)
  return spans
}

/** Bounded: fewer than a thousand offsets have ever been used. */
const UNCHANGING = new Map<number, readonly Span[]>()

/** The first second with a different offset. */
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

/** The instant must be a whole second. */
function shownOffsetMs(format: Intl.DateTimeFormat, instantMs: number): number {
  const [month, day, year, hour, minute, second] = format.format(instantMs).match(/\d+/g)!.map(Number) as Fields
  return Date.UTC(year, month - 1, day, hour, minute, second) - instantMs
}

type Fields = [month: number, day: number, year: number, hour: number, minute: number, second: number]
