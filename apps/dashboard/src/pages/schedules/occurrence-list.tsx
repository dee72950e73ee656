import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { scheduleTitleOf } from '../../parts/schedule-title.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { dayOf, timeOf } from '../../parts/time/wall-clock-format.js'
import { OccurrenceMarks } from '../../parts/timing/occurrence-marks.js'
import { OccurrencePlace } from '../../parts/timing/occurrence-place.js'
import { useRole } from '../../shell/use-role.js'
import { useSkip, type Occurrence, type Schedule } from './use-schedules.js'

export type OccurrenceListProps = {
  readonly account: string
  readonly label: string
  readonly occurrences: readonly Occurrence[]
  /** The schedules of the occurrences, if each is shown with its text. */
  readonly schedules?: ReadonlyMap<string, Schedule> | undefined
  /** Whether the list is of one day, which then stands above it. */
  readonly isOfOneDay: boolean
}

/** Occurrences with what is special about them. Each can be skipped, and that can be taken back. */
export function OccurrenceList({ account, label, occurrences, schedules, isOfOneDay }: OccurrenceListProps) {
  const skip = useSkip(account)
  const reason = useRole().reasonAgainst('sender')
  return (
    <Stack gap="xs">
      {skip.error !== null && <ErrorMessage error={skip.error} title="Nothing was changed" />}
      <ul className="plain-list occurrences" aria-label={label}>
        {occurrences.map((occurrence) => {
          const { scheduleId, wallClock, scheduleStatus, isSkipped } = occurrence
          const when = isOfOneDay ? timeOf(wallClock) : `${dayOf(wallClock)}, ${timeOf(wallClock)}`
          return (
            <li key={`${scheduleId} ${wallClock}`}>
              <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
                <Stack gap={2} miw={0}>
                  <Group gap={6}>
                    <Text
                      span
                      size="sm"
                      fw={550}
                      className="digits"
                      td={isSkipped ? 'line-through' : undefined}
                      c={isSkipped ? 'dimmed' : undefined}
                    >
                      {when}
                    </Text>
                    <OccurrencePlace occurrence={occurrence} />
                    {scheduleStatus === 'paused' && <StatusBadge tone="doubtful">Paused</StatusBadge>}
                  </Group>
                  {schedules !== undefined && <ScheduleLink id={scheduleId} schedule={schedules.get(scheduleId)} />}
                  <Group gap={6}>
                    <OccurrenceMarks occurrence={occurrence} />
                  </Group>
                </Stack>
                <ReasonedButton
                  variant="default"
                  size="compact-sm"
                  className="no-shrink"
                  reason={reason}
                  // No spinner: it would take the focus away from the button.
                  onClick={() => !skip.isPending && skip.mutate({ scheduleId, wallClock, isSkipped: !isSkipped })}
                  aria-label={isSkipped ? `Send after all: ${when}` : `Skip ${when}`}
                >
                  {isSkipped ? 'Send after all' : 'Skip'}
                </ReasonedButton>
              </Group>
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}

function ScheduleLink({ id, schedule }: { readonly id: string; readonly schedule: Schedule | undefined }) {
  return (
    <Anchor
      size="sm"
      className="breaking"
      lineClamp={1}
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/schedules/$schedule" params={{ schedule: id }} />
      )}
    >
      <bdi>{schedule === undefined ? 'Open the schedule' : scheduleTitleOf(schedule)}</bdi>
    </Anchor>
  )
}
