import { Group, Progress, Stack, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { Panel } from '../../../parts/panel.js'
import { formatCount } from '../../../parts/text/count.js'
import { formatTime } from '../../../parts/time/time-format.js'
import { useZone } from '../../../parts/time/zone.js'
import type { BroadcastView } from '../broadcast-path.js'
import { isRunning, waitsForWindows } from '../broadcast-state.js'
import { formatPercent } from '../percent.js'
import { paceOf, roughly, withSample, type Pace, type PaceSample } from './pace.js'

export type ProgressPanelProps = {
  readonly broadcast: BroadcastView
  /** When the counts were read. */
  readonly readAtMs: number
  /** Nothing is sent yet. */
  readonly isHeld: boolean
}

/** How far a broadcast is, how fast it goes, and when it is probably done. */
export const ProgressPanel = memo(function ProgressPanel({ broadcast, readAtMs, isHeld }: ProgressPanelProps) {
  const { totalRecipients: total, counts, pausedAt } = broadcast
  const done = total - counts.queued
  const pace = usePace(done, counts.queued, readAtMs)
  const isMoving = isRunning(broadcast) && pausedAt === undefined && !isHeld
  const share = (count: number) => (total === 0 ? 0 : (100 * count) / total)
  return (
    <Panel title="Progress">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="digits" role="status">
            {formatCount(done)} of {formatCount(total)} done
            {total > 0 && ` (${formatPercent(Math.floor((1_000 * done) / total) / 1_000)})`}
          </Text>
          <Text size="sm" c="dimmed" className="digits">
            {isMoving ? (
              <Estimate pace={pace} isWaiting={waitsForWindows(broadcast)} />
            ) : (
              <Duration broadcast={broadcast} />
            )}
          </Text>
        </Group>
        <Progress.Root size="lg" aria-label="Progress">
          <Progress.Section value={share(counts.sent)} color="accent" aria-label={`Sent: ${counts.sent} of ${total}`} />
          <Progress.Section
            value={share(counts.failed)}
            color="red"
            aria-label={`Failed: ${counts.failed} of ${total}`}
          />
        </Progress.Root>
      </Stack>
    </Panel>
  )
})

/** Measured from what the page has read so far. */
function usePace(done: number, left: number, atMs: number): Pace | null {
  const [samples, setSamples] = useState<readonly PaceSample[]>([])
  if (samples.at(-1)?.atMs !== atMs) setSamples(withSample(samples, { atMs, done }))
  return paceOf(samples, left)
}

function Estimate({ pace, isWaiting }: { readonly pace: Pace | null; readonly isWaiting: boolean }) {
  if (isWaiting) return 'Waits for sending windows'
  if (pace === null) return 'Measuring the pace…'
  const { perSecond, secondsLeft } = pace
  const shown = perSecond < 10 ? perSecond.toFixed(1) : formatCount(Math.round(perSecond))
  return `${shown} a second, done in ${roughly(secondsLeft)}`
}

function Duration({ broadcast: { startedAt, completedAt, pausedAt } }: { readonly broadcast: BroadcastView }) {
  const { name: zone } = useZone()
  if (completedAt !== undefined && startedAt !== undefined) {
    const seconds = (Date.parse(completedAt) - Date.parse(startedAt)) / 1_000
    return seconds < 5 ? 'Took less than 5 seconds' : `Took ${roughly(seconds)}`
  }
  return pausedAt === undefined ? null : `Paused since ${formatTime(pausedAt, zone, 'short')}`
}
