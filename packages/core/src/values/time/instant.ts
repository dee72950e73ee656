/** Of UTC, which has no day that is longer or shorter. */
export const DAY_MS = 86_400_000

export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

let last = { ms: NaN, text: '' }
let beforeThat = last

/**
 * The instant in ISO 8601. Those of a step are mostly one or two, as when a message was made and when it was sent, and
 * to spell them out takes longer than all else of a row, or of an event.
 */
export function isoOf(instant: Date): string {
  const ms = instant.getTime()
  if (ms !== last.ms) {
    const other = beforeThat
    beforeThat = last
    last = ms === other.ms ? other : { ms, text: instant.toISOString() }
  }
  return last.text
}
