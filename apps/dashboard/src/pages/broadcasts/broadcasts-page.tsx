import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { StatusFilter } from '../../parts/status-filter.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { useAccount } from '../../shell/use-session.js'
import { BROADCAST_COLUMNS } from './broadcast-columns.js'
import { STATUSES, STATUS_WORDS, type Status } from './broadcast-state.js'

export const broadcastsPage = createLazyRoute('/session/a/$account/broadcasts')({ component: BroadcastsPage })

const PER_PAGE = 25

function BroadcastsPage() {
  const { id: account } = useAccount()
  const { status, cursor } = broadcastsPage.useSearch()
  const navigate = broadcastsPage.useNavigate()
  const broadcasts = useQuery({
    ...read('broadcasts', '/accounts/{account}/messaging/broadcasts', {
      path: { account },
      query: { status, cursor, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title="Broadcasts"
        lead="One text to many people, or a batch of separate texts. Newest first."
        actions={<ComposeButton />}
      />
      <StatusFilter
        statuses={STATUSES}
        wordOf={(known) => STATUS_WORDS[known]}
        status={status}
        onChange={(next) => void navigate({ search: next === undefined ? {} : { status: next } })}
      />
      <CursorTable
        label="Broadcasts"
        columns={BROADCAST_COLUMNS}
        query={broadcasts}
        rowKey={({ id }) => id}
        empty={status === undefined ? <NoBroadcasts /> : <NoneWithStatus status={status} />}
        cursor={cursor}
        onCursor={(next) => void navigate({ search: { status, cursor: next } })}
      />
    </>
  )
}

function ComposeButton() {
  return (
    <Button
      leftSection={<IconPencil size={16} />}
      renderRoot={(props) => <Link {...props} from="/a/$account" to="/a/$account/compose" />}
    >
      Compose
    </Button>
  )
}

function NoBroadcasts() {
  const { id: account } = useAccount()
  return (
    <EmptyState
      title="No broadcasts yet"
      action={<ComposeButton />}
      curl={{
        method: 'POST',
        path: `/accounts/${account}/messaging/batch`,
        body: { from: '+12025550100', recipients: [{ to: '+12025550123', body: 'Your table is ready.' }] },
      }}
    >
      Write a text, choose groups or paste numbers, look at what each person would get, and send it.
    </EmptyState>
  )
}

function NoneWithStatus({ status }: { readonly status: Status }) {
  const navigate = broadcastsPage.useNavigate()
  return (
    <EmptyState
      title={`No broadcast is ${STATUS_WORDS[status].toLowerCase()}`}
      action={
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          Show all broadcasts
        </Button>
      }
    >
      Broadcasts appear here by themselves when their state changes.
    </EmptyState>
  )
}
