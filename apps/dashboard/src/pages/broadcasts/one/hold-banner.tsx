import { Alert, Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useHotkeys, useInterval } from '@mantine/hooks'
import { IconArrowBackUp, IconHourglass, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { serverNowMs } from '../../../api/server-clock.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { formatCount } from '../../../parts/text/count.js'
import { ReasonedButton } from '../../../parts/text/reasoned-button.js'
import { shortcutText } from '../../../parts/text/shortcut-text.js'
import type { BroadcastView } from '../broadcast-path.js'

export type HoldBannerProps = {
  readonly broadcast: BroadcastView
  /** Why the person may not undo; undefined if they may. */
  readonly reason: string | undefined
  readonly isUndoing: boolean
  readonly error: unknown
  readonly onUndo: () => void
  readonly onEnd: () => void
}

const TICK_MS = 100

/** Nothing has left yet: counts down, and undoes everything. */
export function HoldBanner({ broadcast, reason, isUndoing, error, onUndo, onEnd }: HoldBannerProps) {
  const { createdAt, heldUntil, totalRecipients } = broadcast
  const [nowMs, setNowMs] = useState(serverNowMs)
  const [endMs, startMs] = [Date.parse(heldUntil!), Date.parse(createdAt)]
  const leftMs = Math.max(0, endMs - nowMs)
  useInterval(
    () => {
      setNowMs(serverNowMs())
      if (serverNowMs() >= endMs) onEnd()
    },
    TICK_MS,
    { autoInvoke: true },
  )
  useHotkeys([['mod+Z', () => reason === undefined && onUndo()]])
  const seconds = Math.ceil(leftMs / 1_000)
  return (
    <Alert color="orange" icon={<IconHourglass size={20} />} title="Nothing has left yet" role="status" mb="lg">
      <Stack gap="sm">
        <Text size="sm">
          Sending to {formatCount(totalRecipients)} {totalRecipients === 1 ? 'person' : 'people'} starts{' '}
          <span aria-hidden className="digits">
            in {seconds} {seconds === 1 ? 'second' : 'seconds'}
          </span>
          <VisuallyHidden component="span">shortly</VisuallyHidden>. Until then undoing costs nothing.
        </Text>
        <Progress
          value={(100 * leftMs) / Math.max(1, endMs - startMs)}
          color="orange"
          aria-label="Time left to undo"
          transitionDuration={TICK_MS}
        />
        {error !== null && <ErrorMessage error={error} title="It was not undone" />}
        <Group>
          <ReasonedButton
            reason={reason}
            leftSection={<IconArrowBackUp size={16} />}
            loading={isUndoing}
            onClick={onUndo}
          >
            Undo sending
          </ReasonedButton>
          <Text size="xs" c="dimmed">
            or press {shortcutText('Z')}
          </Text>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Takes the place of the banner when the hold ends, with the same lines, so that nothing below it moves. */
export function BegunBanner({ onHide }: { readonly onHide: () => void }) {
  return (
    <Alert color="green" icon={<IconSend size={20} />} title="Sending has begun" role="status" mb="lg">
      <Stack gap="sm">
        <Text size="sm">From now on, canceling only stops what has not left yet.</Text>
        <Progress value={100} color="green" aria-hidden />
        <Group>
          <Button variant="default" onClick={onHide}>
            Hide
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
