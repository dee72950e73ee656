const SECOND = 1_000
const DAY = 86_400 * SECOND

/**
 * Every clock change of a zone between two instants: its instant, and the UTC offsets before and after it. Reads the
 * offset of each day from Intl, and uses no Carillon code.
 *
 * @param {string} zone
 * @param {{ fromMs: number, toMs: number }} between
 */
export function clockChanges(zone, { fromMs, toMs }) {
  const offsetAt = offsetsOf(zone)
  const changes = []
  let beforeMs = offsetAt(fromMs)
  for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY) {
    const afterMs = offsetAt(dayMs + DAY)
    if (afterMs !== beforeMs) changes.push({ atMs: changeWithin(dayMs, offsetAt), beforeMs, afterMs })
    beforeMs = afterMs
  }
  return changes
}

/** Wall clocks, as if in UTC: at the ends of the span that a clock change skips or repeats, inside it and around it. */
export function wallsAround({ atMs, beforeMs, afterMs }) {
  const [first, last] = [atMs + Math.min(beforeMs, afterMs), atMs + Math.max(beforeMs, afterMs)]
  const inside = [0.25, 0.5, 0.75].map((part) => first + Math.floor(((last - first) * part) / SECOND) * SECOND)
  const near = [first, last].flatMap((edge) => [edge - 60 * SECOND, edge - SECOND, edge, edge + 60 * SECOND])
  return [first - DAY, first - DAY / 2, ...near, ...inside, last + DAY / 2, last + DAY]
}

function changeWithin(dayMs, offsetAt) {
  const offsetMs = offsetAt(dayMs)
  let [same, other] = [dayMs / SECOND, (dayMs + DAY) / SECOND]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offsetAt(middle * SECOND) === offsetMs) same = middle
    else other = middle
  }
  return other * SECOND
}

function offsetsOf(zone) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (instantMs) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(format.format(instantMs))
    return (sign === '-' ? -SECOND : SECOND) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
  }
}

const OFFSET = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/
