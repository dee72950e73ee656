import { SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { Figure } from '../../parts/figure.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { QueryView } from '../../parts/state/query-view.js'
import { BoxesSkeleton } from '../../parts/state/skeletons.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { isBatch } from '../../parts/text/broadcast-title.js'
import { formatCount } from '../../parts/text/count.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import type { CreditsSearch, LedgerCause } from './credits-search.js'
import { GrantCredits } from './grant-credits.js'

type Line = components['schemas']['LedgerLine']
type Amounts = components['schemas']['CreditAmounts']

export const creditsPage = createLazyRoute('/session/a/$account/credits')({ component: CreditsPage })

function CreditsPage() {
  const { can, reasonAgainst } = useRole()
  const reason = reasonAgainst('admin')
  return (
    <>
      <PageHeader
        title="Credits"
        lead="What sending is paid with. Credits are reserved when a text is accepted, then spent, or released if it was not sent."
        actions={can('owner') && <GrantCredits />}
      />
      <Stack gap="xl" className="in-order">
        <Balance />
        <section aria-labelledby="ledger">
          <Stack gap="sm">
            <Title order={2} size="h3" id="ledger">
              Ledger
            </Title>
            {reason === undefined ? <Ledger /> : <Text size="sm">{reason}</Text>}
          </Stack>
        </section>
      </Stack>
    </>
  )
}

function Balance() {
  const { id: account } = useAccount()
  const credits = useQuery(read('credits', '/accounts/{account}/account/credits', { path: { account } }))
  return (
    <QueryView query={credits} skeleton={<BoxesSkeleton />}>
      {({ sms, mms, reserved }) => (
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <Figure label="SMS credits available" value={sms} />
          <Figure label="MMS credits available" value={mms} />
          <Figure label="SMS credits reserved" value={reserved.sms} />
          <Figure label="MMS credits reserved" value={reserved.mms} />
        </SimpleGrid>
      )}
    </QueryView>
  )
}

function Ledger() {
  const { id: account } = useAccount()
  const { cause, cursor } = creditsPage.useSearch()
  const navigate = creditsPage.useNavigate()
  const change = (search: CreditsSearch) => void navigate({ search })
  const ledger = useQuery({
    ...read('credits', '/accounts/{account}/account/credits/ledger', {
      path: { account },
      query: { ...(cause !== undefined && { cause }), ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SegmentedControl
        aria-label="Which movements are listed"
        value={cause ?? 'all'}
        onChange={(value) => change(value === 'all' ? {} : { cause: value as LedgerCause })}
        data={[
          { value: 'all', label: 'All' },
          { value: 'grant', label: 'Grants' },
          { value: 'broadcast', label: 'Broadcasts' },
        ]}
      />
      <CursorTable
        label="Movements of credits"
        columns={COLUMNS}
        query={ledger}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No movements yet" curl={{ method: 'GET', path: '/account/credits/ledger' }}>
            Grants, and what texts and broadcasts reserve and spend, are listed here.
          </EmptyState>
        }
        {...(cursor !== undefined && { cursor })}
        onCursor={(next) => change({ ...(cause && { cause }), ...(next !== undefined && { cursor: next }) })}
      />
    </>
  )
}

const CAUSES: Readonly<Record<Line['cause'], string>> = { grant: 'Grant', message: 'Text', broadcast: 'Broadcast' }

const COLUMNS: readonly Column<Line>[] = [
  { key: 'cause', label: 'Cause', cell: ({ cause, id }) => (isBatch(id) ? 'Batch' : CAUSES[cause]) },
  { key: 'at', label: 'Last change', cell: ({ lastAt }) => <TimeText at={lastAt} format="short" /> },
  { key: 'granted', label: 'Granted', align: 'right', cell: ({ granted }) => <AmountText amounts={granted} /> },
  { key: 'reserved', label: 'Reserved', align: 'right', cell: ({ reserved }) => <AmountText amounts={reserved} /> },
  { key: 'spent', label: 'Spent', align: 'right', cell: ({ spent }) => <AmountText amounts={spent} /> },
  { key: 'released', label: 'Released', align: 'right', cell: ({ released }) => <AmountText amounts={released} /> },
]

function AmountText({ amounts: { sms, mms } }: { readonly amounts: Amounts }) {
  if (sms === 0 && mms === 0) return <span aria-label="none">–</span>
  const parts = [sms !== 0 && `${formatCount(sms)} SMS`, mms !== 0 && `${formatCount(mms)} MMS`].filter(Boolean)
  return <span className="digits no-wrap">{parts.join(', ')}</span>
}
