import { List, Stack, Text } from '@mantine/core'
import { serverNowMs } from '../../api/server-clock.js'
import { useZone } from '../time/zone.js'
import { windowsLines, type WindowsPreview } from './windows-words.js'

export type WindowsNoticeProps = {
  readonly windows: WindowsPreview
  readonly holdAtMost: string | undefined
  /** Whether it says what happens at the first send of a schedule, and not now. */
  readonly isScheduled?: boolean
}

/** What the sending windows of the account do with the recipients. */
export function WindowsNotice({ windows, holdAtMost, isScheduled = false }: WindowsNoticeProps) {
  const { name: zone } = useZone()
  const lines = windowsLines(windows, { zone, nowMs: serverNowMs(), holdAtMost })
  if (lines.length === 0) return null
  const title = isScheduled ? 'By sending hours, at the first send' : 'By sending hours'
  return (
    <Stack gap={2}>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <List size="sm" spacing={2} aria-label={title}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
