import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../parts/confirm-dialog.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { ReasonedButton } from '../../../parts/text/reasoned-button.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { useDialog } from '../../../parts/use-dialog.js'
import { useRole } from '../../../shell/use-role.js'
import { useChangeSchedule, useDeleteSchedule, type Schedule } from '../use-schedules.js'

export type ScheduleActionsProps = { readonly account: string; readonly schedule: Schedule }

/** What can be done with a schedule now. */
export function ScheduleActions({ account, schedule }: ScheduleActionsProps) {
  const { id, status } = schedule
  const reason = useRole().reasonAgainst('sender')
  const navigate = useNavigate()
  const change = useChangeSchedule(account, id)
  const isPaused = status === 'paused'
  return (
    <>
      {change.error !== null && <ErrorMessage error={change.error} title="Nothing was changed" />}
      {status !== 'ended' && (
        <>
          <ReasonedButton
            variant="default"
            reason={reason}
            leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            loading={change.isPending}
            onClick={() => change.mutate({ status: isPaused ? 'active' : 'paused' })}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </ReasonedButton>
          <ReasonedButton
            variant="default"
            reason={reason}
            leftSection={<IconPencil size={16} />}
            onClick={() =>
              void navigate({ to: '/a/$account/schedules/$schedule/change', params: { account, schedule: id } })
            }
          >
            Change
          </ReasonedButton>
        </>
      )}
      <DeleteAction account={account} schedule={schedule} reason={reason} />
    </>
  )
}

type DeleteActionProps = ScheduleActionsProps & { readonly reason: string | undefined }

function DeleteAction({ account, schedule, reason }: DeleteActionProps) {
  const { id, status, nextScheduledFor, schedule: timetable } = schedule
  const [isOpen, { open, close }] = useDialog()
  const navigate = useNavigate()
  const remove = useDeleteSchedule(account, id)
  const isEnded = status === 'ended'
  return (
    <>
      <ReasonedButton variant="default" reason={reason} leftSection={<IconTrash size={16} />} onClick={open}>
        {isEnded ? 'Cancel what still runs' : 'Delete'}
      </ReasonedButton>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={isEnded ? 'Cancel what still runs?' : 'Delete this schedule?'}
        irreversible={
          isEnded
            ? 'What has left cannot be called back.'
            : 'A deleted schedule does not come back. What has left cannot be called back.'
        }
        confirmLabel={isEnded ? 'Cancel what still runs' : 'Delete schedule'}
        keepLabel={isEnded ? 'Go on sending' : 'Keep schedule'}
        onConfirm={async () => {
          await remove.mutateAsync(undefined)
          if (!isEnded) await navigate({ to: '/a/$account/schedules', params: { account } })
        }}
      >
        {nextScheduledFor !== undefined && (
          <>
            The text on <TimeText at={nextScheduledFor} zone={timetable.timezone} /> is not sent
            {timetable.recurrence === undefined ? '. ' : ', nor any later one. '}
          </>
        )}
        Broadcasts of this schedule that are running are canceled, with their waves and zones to come. What it has sent
        stays in Broadcasts.
      </ConfirmDialog>
    </>
  )
}
