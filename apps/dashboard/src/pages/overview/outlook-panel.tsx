import { Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../parts/facts.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { formatCount } from '../../parts/text/count.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { overviewQueries } from './overview-queries.js'

/** How long credits and quota last. */
export function OutlookPanel() {
  const { id: account } = useAccount()
  const outlook = useQuery(overviewQueries.outlook(account))
  return (
    <Panel title="Credits and quota">
      <QueryView query={outlook}>
        {({ credits, perDay, daysLeft, quota }) => (
          <Stack gap="sm">
            <Facts
              facts={[
                ['SMS credits', formatCount(credits.sms)],
                ['SMS credits last', lastingText(daysLeft.sms, perDay.sms)],
                ['MMS credits', formatCount(credits.mms)],
                ['MMS credits last', lastingText(daysLeft.mms, perDay.mms)],
              ]}
            />
            {quota === null ? (
              <Text size="sm" c="dimmed">
                No daily quota is set.
              </Text>
            ) : (
              <div>
                <Text size="sm">
                  {formatCount(quota.used)} of {formatCount(quota.limit)} messages of today’s quota
                </Text>
                <Progress
                  my={6}
                  value={quota.limit === 0 ? 100 : Math.min(100, (100 * quota.used) / quota.limit)}
                  aria-label="Used part of today’s quota"
                />
                <Text size="xs" c="dimmed">
                  It begins again at <TimeText at={quota.resetsAt} format="short" />.
                </Text>
              </div>
            )}
          </Stack>
        )}
      </QueryView>
    </Panel>
  )
}

/** Beyond it, a number of days says nothing. */
const YEAR = 365

function lastingText(days: number | null, perDay: number): string {
  if (days === null) return 'None were spent in the last 7 days'
  if (days > YEAR) return 'More than a year'
  const pace = perDay < 1 ? 'less than 1' : formatCount(Math.round(perDay))
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'}, at ${pace} a day`
}
