import { SimpleGrid, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { DayChart } from '../../parts/charts/day-chart.js'
import { CountedList } from '../../parts/counted-list.js'
import { Figure } from '../../parts/figure.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { BoxesSkeleton } from '../../parts/state/skeletons.js'
import { optOutWords, reasonWords } from '../../parts/text/consent-words.js'
import { useAccount } from '../../shell/use-session.js'

/** Opt-ins and opt-outs by day, and by how they came about. */
export function ConsentByDay({ days }: { readonly days: number }) {
  const { id: account } = useAccount()
  const statistics = useQuery({
    ...read('statistics', '/accounts/{account}/account/statistics', { path: { account }, query: { days } }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={statistics} skeleton={<BoxesSkeleton boxes={2} />}>
      {(found) => (
        <Stack gap="lg" className="in-order">
          <SimpleGrid cols={2}>
            <Figure label="Opt-ins" value={found.totals.optIns.total} />
            <Figure label="Opt-outs" value={found.totals.optOuts.total} />
          </SimpleGrid>
          <Panel title="By day">
            <DayChart
              label="Opt-ins and opt-outs by day"
              isGrouped
              days={found.days.map(({ day, optIns, optOuts }) => ({
                day,
                optIns: optIns.total,
                optOuts: optOuts.total,
              }))}
              series={SERIES}
            />
          </Panel>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            <Panel title="How people opted in">
              <CountedList
                label="Opt-ins by way"
                heading="Way"
                counts={found.totals.optIns.by}
                words={reasonWords}
                none="Nobody has opted in on these days."
              />
            </Panel>
            <Panel title="How people opted out">
              <CountedList
                label="Opt-outs by keyword"
                heading="Keyword"
                counts={found.totals.optOuts.by}
                words={optOutWords}
                none="Nobody has opted out on these days."
              />
            </Panel>
          </SimpleGrid>
        </Stack>
      )}
    </QueryView>
  )
}

const SERIES = [
  { name: 'optIns', label: 'Opt-ins', tone: 'good' },
  { name: 'optOuts', label: 'Opt-outs', tone: 'bad' },
] as const
