/** Instants as an input of type `datetime-local` has them: the clock of a zone, without an offset. */

/** What the clocks of a zone show at an instant: `2026-03-01T12:00`, with seconds if there are any. Empty if it is none. */
export function localOf(instant: string, zone: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return clockAt(at.getTime(), zone).replace(/:00$/, '')
}

/** The instant at which the clocks of a zone show this time. In the hour that is left out in spring, the one an hour later. */
export function instantOf(local: string, zone: string): string {
  if (local === '') return ''
  const asUtc = new Date(`${local}Z`).getTime()
  if (Number.isNaN(asUtc)) return ''
  const offsetAt = (ms: number) => new Date(`${clockAt(ms, zone)}Z`).getTime() - ms
  const before = asUtc - offsetAt(asUtc - DAY_MS)
  const after = asUtc - offsetAt(asUtc + DAY_MS)
  const isBefore = before + offsetAt(before) === asUtc
  return new Date(isBefore || after + offsetAt(after) !== asUtc ? before : after).toISOString().replace('.000Z', 'Z')
}

const DAY_MS = 86_400_000

function clockAt(ms: number, zone: string): string {
  // Swedish writes times as ISO 8601 does.
  return new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')
}
