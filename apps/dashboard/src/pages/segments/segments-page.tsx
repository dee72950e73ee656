import { Anchor } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { FilterSummary } from '../../parts/filters/filter-summary.js'
import type { Segment } from '../../parts/filters/use-all-segments.js'
import { PageHeader } from '../../parts/page-header.js'
import { SearchField } from '../../parts/search-field.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { SegmentCount } from './segment-count.js'

export const segmentsPage = createLazyRoute('/session/a/$account/segments')({ component: SegmentsPage })

function SegmentsPage() {
  const { id: account } = useAccount()
  const { page, name } = segmentsPage.useSearch()
  const navigate = segmentsPage.useNavigate()
  const segments = useQuery({
    ...read('segments', '/accounts/{account}/segments', { path: { account }, query: { page, name, limit: 50 } }),
    placeholderData: keepPreviousData,
    select: withCursor<Segment>,
  })
  return (
    <>
      <PageHeader
        title="Segments"
        lead="Saved filters. Who is in a segment is found anew whenever it is used."
        actions={<NewSegment label="New segment" />}
      />
      <SearchField
        label="Search segments"
        placeholder="Part of the name"
        text={name ?? ''}
        onText={(text) => void navigate({ search: text === '' ? {} : { name: text }, replace: true })}
        maw={360}
        mb="md"
      />
      <CursorTable
        label="Segments"
        columns={COLUMNS}
        query={segments}
        rowKey={({ id }) => id}
        empty={name === undefined ? <NoSegments /> : <NoSuchSegment name={name} />}
        cursor={cursorOfPage(page)}
        onCursor={(cursor) => void navigate({ search: { name, page: pageOfCursor(cursor) } })}
      />
    </>
  )
}

function NewSegment({ label }: { readonly label: string }) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const navigate = useNavigate()
  return (
    <ReasonedButton
      leftSection={<IconPlus size={16} />}
      reason={reasonAgainst('editor')}
      onClick={() => void navigate({ to: '/a/$account/segments/new', params: { account } })}
    >
      {label}
    </ReasonedButton>
  )
}

function NoSegments() {
  return (
    <EmptyState
      title="No segments yet"
      action={<NewSegment label="Create the first segment" />}
      curl={{ method: 'POST', path: '/segments', body: EXAMPLE }}
    >
      A segment is a filter with a name, for example “VIP members who wrote in the last 30 days”. Texts and schedules
      can go to everybody in it.
    </EmptyState>
  )
}

const EXAMPLE = { name: 'Wrote lately', filter: { contact: { lastReceivedAt: { within: '30d' } } } }

function NoSuchSegment({ name }: { readonly name: string }) {
  return <EmptyState title="No segment matches">No segment has “{name}” in its name.</EmptyState>
}

const COLUMNS: readonly Column<Segment>[] = [
  {
    key: 'name',
    label: 'Name',
    width: '26%',
    cell: ({ id, name }) => (
      <Anchor
        size="sm"
        fw={550}
        c="inherit"
        className="breaking"
        lineClamp={2}
        renderRoot={(props) => (
          <Link {...props} from="/a/$account" to="/a/$account/segments/$segment" params={{ segment: id }} />
        )}
      >
        <bdi>{name}</bdi>
      </Anchor>
    ),
  },
  { key: 'who', label: 'Who is in it', cell: (segment) => <Who segment={segment} /> },
  { key: 'count', label: 'Contacts', width: 200, cell: (segment) => <SegmentCount segment={segment} /> },
  { key: 'updated', label: 'Changed', width: 130, cell: ({ updatedAt }) => <TimeText at={updatedAt} format="day" /> },
]

function Who({ segment }: { readonly segment: Segment }) {
  const { id: account } = useAccount()
  return <FilterSummary account={account} condition={segment.filter.contact} lines={3} />
}
