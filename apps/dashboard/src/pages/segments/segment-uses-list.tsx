import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { useAllSegments } from '../../parts/filters/use-all-segments.js'
import { scheduleTitleOf } from '../../parts/schedule-title.js'
import { MoreCount } from '../../parts/text/count.js'
import { useAccount } from '../../shell/use-session.js'
import type { SegmentUses, Uses } from './segment-uses.js'

/** Why a segment cannot be removed: what uses it, with links to it. */
export function SegmentUsesList({ uses: { schedules, segments } }: { readonly uses: SegmentUses }) {
  return (
    <Alert color="orange" role="alert" title="This segment is in use">
      <Stack gap="sm">
        <Text size="sm">Change these first, so that they do without it. Then remove it.</Text>
        {schedules.totalCount > 0 && <Schedules {...schedules} />}
        {segments.totalCount > 0 && <Segments {...segments} />}
      </Stack>
    </Alert>
  )
}

function Schedules({ totalCount, ids }: Uses) {
  const { id: account } = useAccount()
  const found = useQueries({
    queries: ids.map((scheduleId) =>
      read('schedules', '/accounts/{account}/messaging/broadcast/schedules/{scheduleId}', {
        path: { account, scheduleId },
      }),
    ),
  })
  return (
    <Stack gap={4}>
      <List size="sm" spacing={4} aria-label="Schedules that use it">
        {ids.map((id, i) => (
          <List.Item key={id}>
            Schedule{' '}
            <Anchor
              size="sm"
              className="breaking"
              renderRoot={(props) => (
                <Link {...props} to="/a/$account/schedules/$schedule" params={{ account, schedule: id }} />
              )}
            >
              <bdi>{found[i]?.data === undefined ? id : scheduleTitleOf(found[i].data)}</bdi>
            </Anchor>
          </List.Item>
        ))}
      </List>
      <MoreCount totalCount={totalCount} shown={ids.length} />
    </Stack>
  )
}

function Segments({ totalCount, ids }: Uses) {
  const { id: account } = useAccount()
  const all = useAllSegments(account)
  return (
    <Stack gap={4}>
      <List size="sm" spacing={4} aria-label="Segments that use it">
        {ids.map((id) => (
          <List.Item key={id}>
            Segment{' '}
            <Anchor
              size="sm"
              className="breaking"
              renderRoot={(props) => (
                <Link {...props} to="/a/$account/segments/$segment" params={{ account, segment: id }} />
              )}
            >
              <bdi>{all.data?.find((segment) => segment.id === id)?.name ?? id}</bdi>
            </Anchor>
          </List.Item>
        ))}
      </List>
      <MoreCount totalCount={totalCount} shown={ids.length} />
    </Stack>
  )
}
