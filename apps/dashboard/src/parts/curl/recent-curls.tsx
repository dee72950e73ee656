import { Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { onRecentRequest, recentRequests } from '../../api/recent-requests.js'
import { CurlBlock } from './curl-block.js'
import { curlOf } from './curl-of.js'

const SHOWN_MAX = 5

/** The latest changes that this tab made, as curl commands. Bodies may contain texts and numbers; they stay in this tab. */
export function RecentCurls() {
  const requests = useSyncExternalStore(onRecentRequest, recentRequests)
  const commands = requests.flatMap((request) => curlOf(request, location.origin) ?? []).slice(0, SHOWN_MAX)
  if (commands.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was changed in this tab yet. What you change appears here as a command.
      </Text>
    )
  }
  return (
    <Stack>
      {commands.map((command, i) => (
        <CurlBlock key={i} command={command} />
      ))}
    </Stack>
  )
}
