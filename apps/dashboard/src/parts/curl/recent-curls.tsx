import { Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { onRecentRequest, recentRequests } from '../../api/recent-requests.js'
import { CurlBlock } from './curl-block.js'
import { curlOf } from './curl-of.js'

const SHOWN_MAX = 5

/** The latest changes of this tab that the API can make too, as commands. Bodies may have texts and numbers; they stay in this tab. */
export function RecentCurls() {
  const requests = useSyncExternalStore(onRecentRequest, recentRequests)
  const commands = requests.flatMap((request) => curlOf(request, location.origin) ?? []).slice(0, SHOWN_MAX)
  if (commands.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No changes in this tab yet that the API can also make. They appear here as commands.
      </Text>
    )
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        The API can also make these changes.
      </Text>
      {commands.map((command, i) => (
        <CurlBlock key={i} command={command} />
      ))}
    </Stack>
  )
}
