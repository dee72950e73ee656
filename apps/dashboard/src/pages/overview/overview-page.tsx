import { SimpleGrid, Stack } from '@mantine/core'
import { createLazyRoute } from '@tanstack/react-router'
import { DaysControl } from '../../parts/days-control.js'
import { PageHeader } from '../../parts/page-header.js'
import { useAccount } from '../../shell/use-session.js'
import { DayFigures } from './day-figures.js'
import { NextSends } from './next-sends.js'
import { DEFAULT_DAYS } from './overview-queries.js'
import { OutlookPanel } from './outlook-panel.js'
import { AccountWarnings } from './account-warnings.js'
import { RunningBroadcasts } from './running-broadcasts.js'

export const overviewPage = createLazyRoute('/session/a/$account/')({ component: OverviewPage })

function OverviewPage() {
  const { name, timezone } = useAccount()
  const { days = DEFAULT_DAYS } = overviewPage.useSearch()
  const navigate = overviewPage.useNavigate()
  return (
    <>
      <PageHeader
        title="Overview"
        lead={`${name}, by day in ${timezone}`}
        actions={<DaysControl days={days} onChange={(search) => void navigate({ search })} />}
      />
      <Stack gap="lg" className="in-order">
        <AccountWarnings />
        <DayFigures days={days} />
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
          <RunningBroadcasts />
          <NextSends />
          <OutlookPanel />
        </SimpleGrid>
      </Stack>
    </>
  )
}
