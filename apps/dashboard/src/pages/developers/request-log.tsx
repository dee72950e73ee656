import { Stack, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { StatusBadge, type Tone } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'

type LoggedRequest = components['schemas']['LoggedRequest']

/** What the programs of the account requested, without bodies, numbers and ids. */
export function RequestLog() {
  const { id: account } = useAccount()
  const { failed, cursor } = useSearch({ from: '/session/a/$account/developers' })
  const navigate = useNavigate({ from: '/a/$account/developers' })
  const requests = useQuery({
    ...read('developers', '/accounts/{account}/requests', {
      path: { account },
      query: { ...(failed && { failed: 'true' as const }), ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  return (
    <Stack gap="sm">
      <Switch
        label="Only requests that failed"
        checked={failed === true}
        onChange={({ currentTarget: { checked } }) => void navigate({ search: checked ? { failed: true } : {} })}
      />
      <CursorTable
        label="Requests"
        columns={COLUMNS}
        query={requests}
        rowKey={({ id, at }) => `${at} ${id}`}
        empty={
          <EmptyState title={failed ? 'No failed requests' : 'No requests yet'}>
            Requests of your programs appear here within seconds.
          </EmptyState>
        }
        {...(cursor !== undefined && { cursor })}
        onCursor={(next) =>
          void navigate({ search: { ...(failed && { failed }), ...(next !== undefined && { cursor: next }) } })
        }
      />
    </Stack>
  )
}

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    key: 'route',
    label: 'Request',
    cell: ({ method, route }) => (
      <code>
        {method} {route}
      </code>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => (
      <StatusBadge tone={toneOf(status)}>{status === null ? 'Broken off' : `${status}`}</StatusBadge>
    ),
  },
  { key: 'ms', label: 'Duration', align: 'right', cell: ({ ms }) => <span className="digits">{ms} ms</span> },
  { key: 'at', label: 'Time', cell: ({ at }) => <TimeText at={at} format="short" /> },
  { key: 'key', label: 'Key', cell: ({ keyId }) => <code>{keyId}</code> },
  { key: 'id', label: 'Request id', cell: ({ id }) => <code>{id}</code> },
]

function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'doubtful' : 'good'
}
