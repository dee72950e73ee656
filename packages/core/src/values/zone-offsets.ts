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

/** A time without a change of the clocks: until when it is by UTC, and by the later one of its clocks and the next ones. */
type Span = { readonly offsetMs: number; readonly endMs: number; readonly wallEndMs: number }

/** Those of the year that the instant lies in, and a little more at both ends; so it serves for wall clocks as well. */
function spansAround(zone: TimeZone, ms: number): readonly Span[] {
  const known = ZONES.get(zone) ?? knowZone(zone)
  const year = Math.min(Math.max(Math.floor(ms / YEAR), STANDARD_TIME_BEGINS), LAST_YEAR)
  return known.years.get(year) ?? knowYear(known, year)
}

type KnownZone = { readonly format: Intl.DateTimeFormat; readonly years: Map<number, readonly Span[]> }

/** There are some 600 zones, so that this does not grow forever. */
const ZONES = new Map<TimeZone, KnownZone>()
/** Kept of a zone; whoever asks for more of them makes room for one at a time. */
const YEARS_MAX = 32

const SECOND = 1_000
const DAY = 86_400 * SECOND
/** Counted from 1970, without leap days: nothing depends on where one begins. */
const YEAR = 365 * DAY
/** Before the railways every place went by its own sun, and its clocks were never changed. */
const STANDARD_TIME_BEGINS = Math.floor(Date.UTC(1800, 0) / YEAR)
const LAST_YEAR = Math.floor(Date.UTC(10_000, 0) / YEAR)

function knowZone(zone: TimeZone): KnownZone {
  const known = { format: formatOf(zone), years: new Map<number, readonly Span[]>() }
  ZONES.set(zone, known)
  return known
}

function knowYear({ format, years }: KnownZone, year: number): readonly Span[] {
  const spans = findSpans(format, year)
  if (years.size === YEARS_MAX) years.delete(years.keys().next().value!)
  years.set(year, spans)
  return spans
}

/** No clocks have ever been further from UTC. */
const MARGIN = 2 * DAY
/** Short enough to meet every span: the shortest ever, Freetown's summer of 1939, had four days; Recife's of 2000 seven. */
const STEP = 3 * DAY

function findSpans(format: Intl.DateTimeFormat, year: number): readonly Span[] {
  const lastMs = (year + 1) * YEAR + MARGIN
  const spans: Span[] = []
  let fromMs = year * YEAR - MARGIN
  let offsetMs = shownOffsetMs(format, fromMs)
  while (fromMs < lastMs) {
    const toMs = fromMs + STEP
    if (shownOffsetMs(format, toMs) === offsetMs) {
      fromMs = toMs
    } else {
      const endMs = endOf(format, offsetMs, { fromMs, toMs })
      const nextMs = shownOffsetMs(format, endMs)
      spans.push({ offsetMs, endMs, wallEndMs: endMs + Math.max(offsetMs, nextMs) })
      fromMs = endMs
      offsetMs = nextMs
    }
  }
  return [...spans, { offsetMs, endMs: Infinity, wallEndMs: Infinity }]
}

/** The first second with another offset. */
function endOf(
  format: Intl.DateTimeFormat,
  offsetMs: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number {
  let [same, other] = [fromMs / SECOND, toMs / SECOND]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (shownOffsetMs(format, middle * SECOND) === offsetMs) same = middle
    else other = middle
  }
  return other * SECOND
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
