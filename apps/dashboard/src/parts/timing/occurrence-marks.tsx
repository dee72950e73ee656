import { Text } from '@mantine/core'
import { StatusBadge } from '../text/status-badge.js'
import { formatTime, placeOf } from '../time/time-format.js'

export type MarkedOccurrence = {
  readonly at: string
  readonly timezone: string
  readonly clockChange: ClockChange | null
  readonly isMoved: boolean
  readonly isSkipped: boolean
}

export type ClockChange = 'gap' | 'overlap'

/** What is special about an occurrence: skipped, or on a day on which the clocks of its zone change. */
export function OccurrenceMarks({ occurrence }: { readonly occurrence: MarkedOccurrence }) {
  const { at, timezone, clockChange, isMoved, isSkipped } = occurrence
  return (
    <>
      {isSkipped && <StatusBadge tone="neutral">Skipped</StatusBadge>}
      {clockChange !== null && (
        <Text span size="xs" c="var(--doubtful)">
          {isMoved
            ? `The clocks skip this time: sent at ${formatTime(at, timezone, 'time')}`
            : clockChangeWords(clockChange, timezone)}
        </Text>
      )}
    </>
  )
}

/** A day with a gap or an overlap, in words. */
export function clockChangeWords(change: ClockChange, timezone: string): string {
  return change === 'gap'
    ? `Clocks go forward in ${placeOf(timezone)} on this day`
    : `Clocks go back in ${placeOf(timezone)} on this day`
}
