import { Stack, Text, Title } from '@mantine/core'
import { dayOf } from '../../../parts/time/wall-clock-format.js'
import { clockChangeWords } from '../../../parts/timing/occurrence-marks.js'
import { OccurrenceList } from '../occurrence-list.js'
import type { InSight, Schedule } from '../use-schedules.js'

export type AgendaProps = {
  readonly account: string
  readonly inSight: InSight
  readonly schedules: ReadonlyMap<string, Schedule> | undefined
  readonly month: string
  readonly today: string
}

/** The days of a month on which texts are sent or clocks change, below each other. */
export function Agenda({ account, inSight, schedules, month, today }: AgendaProps) {
  const days = new Set(
    [...inSight.results.map(({ wallClock }) => wallClock.slice(0, 10)), ...inSight.clockChanges.map(({ day }) => day)]
      .filter((day) => day.startsWith(month))
      .toSorted(),
  )
  if (days.size === 0) {
    return (
      <Text c="dimmed" py="xl" ta="center">
        Nothing is planned in this month.
      </Text>
    )
  }
  return (
    <Stack gap="lg">
      {[...days].map((day) => (
        <Stack key={day} gap="xs">
          <Title order={3}>{day === today ? `Today, ${dayOf(day)}` : dayOf(day)}</Title>
          {inSight.clockChanges
            .filter((change) => change.day === day)
            .map(({ timezone, change }) => (
              <Text key={timezone} size="sm" c="var(--doubtful)">
                {clockChangeWords(change, timezone)}.
              </Text>
            ))}
          <OccurrenceList
            account={account}
            label={`Texts of ${dayOf(day)}`}
            occurrences={inSight.results.filter(({ wallClock }) => wallClock.startsWith(day))}
            schedules={schedules ?? new Map()}
            isOfOneDay
          />
        </Stack>
      ))}
    </Stack>
  )
}
