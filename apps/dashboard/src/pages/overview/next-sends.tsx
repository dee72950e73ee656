import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { scheduleTitleOf } from '../../parts/schedule-title.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { AHEAD_DAYS, overviewQueries } from './overview-queries.js'

const SHOWN = 5

type Occurrence = Result<'/accounts/{account}/messaging/broadcast/schedules/occurrences', 'get'>['results'][number]

/** When schedules send next. */
export function NextSends() {
  const { id: account } = useAccount()
  const occurrences = useQuery(overviewQueries.occurrences(account))
  return (
    <Panel
      title="Next sends"
      action={
        <Anchor size="sm" renderRoot={(props) => <Link {...props} from="/a/$account" to="/a/$account/schedules" />}>
          Calendar
        </Anchor>
      }
    >
      <QueryView query={occurrences}>
        {({ results }) => {
          const next = results.filter((one) => !one.isSkipped && one.scheduleStatus === 'active').slice(0, SHOWN)
          if (next.length > 0) return <Sends occurrences={next} />
          return (
            <Text size="sm" c="dimmed">
              No schedule sends in the next {AHEAD_DAYS} days.
            </Text>
          )
        }}
      </QueryView>
    </Panel>
  )
}

function Sends({ occurrences }: { readonly occurrences: readonly Occurrence[] }) {
  return (
    <Stack component="ul" className="plain-list" gap="sm" aria-label="Next sends">
      {occurrences.map((one) => (
        <li key={`${one.scheduleId} ${one.wallClock}`}>
          <Text size="sm" fw={550}>
            <TimeText at={one.at} format="short" />
            {one.sendByLocalTime && ', by local time'}
          </Text>
          <ScheduleText id={one.scheduleId} />
        </li>
      ))}
    </Stack>
  )
}

function ScheduleText({ id }: { readonly id: string }) {
  const { id: account } = useAccount()
  const all = useQuery(overviewQueries.schedules(account)).data?.results
  const found = all?.find((schedule) => schedule.id === id)
  const path = '/accounts/{account}/messaging/broadcast/schedules/{scheduleId}'
  // An account may have more schedules than are read at once.
  const isMissing = all !== undefined && found === undefined
  const { data = found } = useQuery({
    ...read('schedules', path, { path: { account, scheduleId: id } }),
    enabled: isMissing,
  })
  return (
    <Anchor
      size="sm"
      lineClamp={1}
      className="breaking"
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/schedules/$schedule" params={{ schedule: id }} />
      )}
    >
      <bdi>{data === undefined ? 'Open the schedule' : scheduleTitleOf(data)}</bdi>
    </Anchor>
  )
}
