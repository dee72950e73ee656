import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { TimeText } from '../../../parts/time/time-text.js'
import type { Schedule } from './use-send.js'

export type ScheduledNoticeProps = {
  readonly account: string
  readonly schedule: Schedule
  readonly onUndone: () => void
  readonly onAnother: () => void
}

/** What was scheduled, with a way back. */
export function ScheduledNotice({ account, schedule, onUndone, onAnother }: ScheduledNoticeProps) {
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: () =>
      call('delete', '/accounts/{account}/messaging/broadcast/schedules/{scheduleId}', {
        path: { account, scheduleId: schedule.id },
      }),
    onSuccess: onUndone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('schedules', account) }),
  })
  return (
    <Stack maw={720}>
      <Alert color="green" title="Scheduled" role="status">
        <Text size="sm">
          {schedule.nextScheduledFor === undefined ? (
            'It is being sent.'
          ) : (
            <>
              The first texts leave on <TimeText at={schedule.nextScheduledFor} zone={schedule.schedule.timezone} />.
            </>
          )}
        </Text>
      </Alert>
      {undo.error !== null && <ErrorMessage error={undo.error} title="It was not undone" />}
      <Group>
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/a/$account/schedules/$schedule" params={{ account, schedule: schedule.id }} />
          )}
        >
          Open the schedule
        </Button>
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          Undo scheduling
        </Button>
        <Button variant="subtle" onClick={onAnother}>
          Compose another
        </Button>
      </Group>
    </Stack>
  )
}
