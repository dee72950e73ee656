import { SimpleGrid, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Result } from '../../api/operation.js'
import { DayChart } from '../../parts/charts/day-chart.js'
import { CountedList } from '../../parts/counted-list.js'
import { Figure } from '../../parts/figure.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { BoxesSkeleton } from '../../parts/state/skeletons.js'
import { formatCount } from '../../parts/text/count.js'
import { failureWords } from '../../parts/text/failure-words.js'
import { useAccount } from '../../shell/use-session.js'
import { NothingYet } from './nothing-yet.js'
import { overviewQueries } from './overview-queries.js'

type Statistics = Result<'/accounts/{account}/account/statistics', 'get'>

/** What happened on the last days. */
export function DayFigures({ days }: { readonly days: number }) {
  const { id: account } = useAccount()
  const statistics = useQuery({
    ...overviewQueries.statistics(account, days),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={statistics} skeleton={<BoxesSkeleton boxes={6} />}>
      {(found) => (isEmpty(found) ? <NothingYet /> : <Figures statistics={found} />)}
    </QueryView>
  )
}

function isEmpty({ totals: { sent, failed, received, optOuts } }: Statistics): boolean {
  return sent + failed.total + received + optOuts.total === 0
}

/** Charts take long to draw: choosing other days draws them only once, when their figures are there. */
const Figures = memo(function Figures({ statistics: { days, totals } }: { readonly statistics: Statistics }) {
  const byDay = days.map(({ day, sent, delivered, failed, received, optIns, optOuts, clicks }) => ({
    ...{ day, sent, delivered, received, ...clicks },
    ...{ failed: failed.total, optIns: optIns.total, optOuts: optOuts.total },
  }))
  return (
    <Stack gap="lg" className="in-order">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
        <Figure label="Sent" value={totals.sent} />
        <Figure label="Delivered" value={totals.delivered} />
        <Figure label="Failed" value={totals.failed.total} />
        <Figure label="Received" value={totals.received} />
        <Figure label="Opt-outs" value={totals.optOuts.total} note={`${formatCount(totals.optIns.total)} opt-ins`} />
        <Figure label="Clicks" value={totals.clicks.people} note={`${formatCount(totals.clicks.bots)} by bots`} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title="Texts">
          <DayChart label="Texts by day" isGrouped days={byDay} series={TEXTS} />
        </Panel>
        <Panel title="Replies, clicks and opt-outs">
          <DayChart label="Received texts, opt-outs and clicks by day" isGrouped days={byDay} series={ANSWERS} />
        </Panel>
      </SimpleGrid>
      <Panel title="Why texts failed">
        <CountedList
          label="Failed texts by reason"
          heading="Reason"
          counts={totals.failed.by}
          words={failureWords}
          none="No text has failed on these days."
        />
      </Panel>
    </Stack>
  )
})

const TEXTS = [
  { name: 'sent', label: 'Sent', tone: 'active' },
  { name: 'delivered', label: 'Delivered', tone: 'good' },
  { name: 'failed', label: 'Failed', tone: 'bad' },
] as const

const ANSWERS = [
  { name: 'received', label: 'Received', tone: 'active' },
  { name: 'people', label: 'Clicks', tone: 'good' },
  { name: 'bots', label: 'Clicks by bots', tone: 'neutral' },
  { name: 'optOuts', label: 'Opt-outs', tone: 'bad' },
] as const
