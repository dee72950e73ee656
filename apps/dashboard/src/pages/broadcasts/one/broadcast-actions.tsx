import { Button, Group } from '@mantine/core'
import { IconBan, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { ConfirmDialog } from '../../../parts/confirm-dialog.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { formatCount } from '../../../parts/text/count.js'
import { ReasonedButton } from '../../../parts/text/reasoned-button.js'
import { useRole } from '../../../shell/use-role.js'
import { isBatch } from '../../../parts/text/broadcast-title.js'
import { useDialog } from '../../../parts/use-dialog.js'
import type { BroadcastView } from '../broadcast-path.js'
import { isRunning } from '../broadcast-state.js'
import { ExportButton } from './export-button.js'
import { useCancel, usePause, useResume, useRetry } from './use-broadcast-changes.js'

export type BroadcastActionsProps = {
  readonly account: string
  readonly broadcast: BroadcastView
  /** Undoing is offered elsewhere. */
  readonly isHeld: boolean
  /** What a cancel did, so that the page can say it. */
  readonly onCanceled: (inFlight: number) => void
}

/** What can be done with a broadcast now. */
export const BroadcastActions = memo(function BroadcastActions({
  account,
  broadcast,
  isHeld,
  onCanceled,
}: BroadcastActionsProps) {
  return (
    // A line of their own, which is there from the beginning: nothing below moves when other buttons take their place.
    <Group gap="sm" mb="lg">
      {!isHeld && isRunning(broadcast) && (
        <RunningActions account={account} broadcast={broadcast} onCanceled={onCanceled} />
      )}
      {!isHeld && !isRunning(broadcast) && <RetryAction account={account} broadcast={broadcast} />}
      <ExportButton account={account} id={broadcast.id} />
    </Group>
  )
})

type RunningProps = Omit<BroadcastActionsProps, 'isHeld'>

function RunningActions({ account, broadcast, onCanceled }: RunningProps) {
  const { id, pausedAt } = broadcast
  const reason = useRole().reasonAgainst('sender')
  const pause = usePause(account, id)
  const resume = useResume(account, id)
  const error = pause.error ?? resume.error
  const isPaused = pausedAt !== undefined
  return (
    <>
      {error !== null && <ErrorMessage error={error} />}
      <ReasonedButton
        variant="default"
        reason={reason}
        leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        loading={pause.isPending || resume.isPending}
        onClick={() => (isPaused ? resume : pause).mutate()}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </ReasonedButton>
      <CancelAction account={account} broadcast={broadcast} onCanceled={onCanceled} />
    </>
  )
}

function CancelAction({ account, broadcast, onCanceled }: RunningProps) {
  const [isOpen, { open, close }] = useDialog()
  const cancel = useCancel(account, broadcast.id)
  const { counts } = broadcast
  const left = counts.sent + counts.failed
  return (
    <>
      <ReasonedButton
        variant="default"
        leftSection={<IconBan size={16} />}
        reason={useRole().reasonAgainst('sender')}
        onClick={open}
      >
        Cancel
      </ReasonedButton>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Cancel this broadcast?"
        irreversible="A canceled broadcast cannot be resumed. What has left cannot be called back."
        confirmLabel="Cancel broadcast"
        keepLabel="Go on sending"
        onConfirm={() => cancel.mutateAsync().then(({ inFlight }) => onCanceled(inFlight))}
      >
        {formatCount(left)} {left === 1 ? 'text has' : 'texts have'} left. Up to {formatCount(counts.queued)}{' '}
        {counts.queued === 1 ? 'person gets' : 'people get'} nothing if you cancel now, and their credits are released.
      </ConfirmDialog>
    </>
  )
}

function RetryAction({ account, broadcast }: { readonly account: string; readonly broadcast: BroadcastView }) {
  const { id, counts, retriedAs } = broadcast
  const [isOpen, { open, close }] = useDialog()
  const navigate = useNavigate()
  const reason = useRole().reasonAgainst('sender')
  const retry = useRetry(account, id)
  if (retriedAs !== undefined) {
    return (
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/a/$account/broadcasts/$broadcast" params={{ account, broadcast: retriedAs }} />
        )}
      >
        See the retry
      </Button>
    )
  }
  if (counts.failed === 0) return null
  const sendAgain = async () => {
    const { id: again } = await retry.mutateAsync()
    await navigate({ to: '/a/$account/broadcasts/$broadcast', params: { account, broadcast: again } })
  }
  return (
    <>
      <ReasonedButton variant="default" leftSection={<IconRefresh size={16} />} reason={reason} onClick={open}>
        Retry what failed
      </ReasonedButton>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Send again to those whose text failed?"
        confirmLabel="Send again"
        irreversible="Texts begin to leave at once."
        onConfirm={sendAgain}
      >
        {formatCount(counts.failed)} {counts.failed === 1 ? 'text' : 'texts'} failed. A new{' '}
        {isBatch(id) ? 'batch' : 'broadcast'} goes to these people, except to those who may no longer be texted, and to
        those whose text may have arrived.
      </ConfirmDialog>
    </>
  )
}
