import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../../api/operation.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { titleOf } from '../../parts/text/broadcast-title.js'
import { formatCount } from '../../parts/text/count.js'
import { useAccount } from '../../shell/use-session.js'
import { overviewQueries, RUNNING_SHOWN } from './overview-queries.js'

type Broadcast = Result<'/accounts/{account}/messaging/broadcasts', 'get'>['results'][number]

/** Broadcasts that wait or send now. They are read again when a live event says that they have moved. */
export function RunningBroadcasts() {
  const { id: account } = useAccount()
  const sending = useQuery(overviewQueries.broadcasts(account, 'sending'))
  const queued = useQuery(overviewQueries.broadcasts(account, 'queued'))
  const paused = useQuery(overviewQueries.broadcasts(account, 'paused'))
  const others = [...(paused.data?.results ?? []), ...(queued.data?.results ?? [])]
  return (
    <Panel title="Running broadcasts">
      <QueryView query={sending}>
        {({ results }) => <Running broadcasts={[...results, ...others].slice(0, RUNNING_SHOWN)} />}
      </QueryView>
    </Panel>
  )
}

function Running({ broadcasts }: { readonly broadcasts: readonly Broadcast[] }) {
  if (broadcasts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No broadcast is being sent.
      </Text>
    )
  }
  return (
    <Stack component="ul" className="plain-list" gap="md" aria-label="Running broadcasts">
      {broadcasts.map((broadcast) => (
        <li key={broadcast.id}>
          <One broadcast={broadcast} />
        </li>
      ))}
    </Stack>
  )
}

function One({ broadcast: { id, body, counts, totalRecipients, pausedAt } }: { readonly broadcast: Broadcast }) {
  const done = totalRecipients - counts.queued
  return (
    <Stack gap={4}>
      <Anchor
        size="sm"
        lineClamp={1}
        className="breaking"
        renderRoot={(props) => (
          <Link {...props} from="/a/$account" to="/a/$account/broadcasts/$broadcast" params={{ broadcast: id }} />
        )}
      >
        <bdi>{titleOf({ id, body })}</bdi>
      </Anchor>
      <Progress
        value={totalRecipients === 0 ? 0 : (100 * done) / totalRecipients}
        aria-label={`${formatCount(done)} of ${formatCount(totalRecipients)} finished`}
      />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" className="digits">
          {formatCount(done)} of {formatCount(totalRecipients)}
        </Text>
        {pausedAt !== undefined && (
          <Text size="xs" c="dimmed">
            Paused
          </Text>
        )}
      </Group>
    </Stack>
  )
}
