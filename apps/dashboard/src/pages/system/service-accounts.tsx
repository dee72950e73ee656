import { Anchor } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { formatCount } from '../../parts/text/count.js'
import { TimeText } from '../../parts/time/time-text.js'

type ServiceAccount = components['schemas']['ServiceAccount']

export type ServiceAccountsProps = {
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

export function ServiceAccounts({ cursor, onCursor }: ServiceAccountsProps) {
  const accounts = useQuery({
    ...read('system', '/system/accounts', { query: { limit: 50, ...(cursor !== undefined && { cursor }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <CursorTable
      label="Accounts"
      columns={COLUMNS}
      query={accounts}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No accounts yet">An account has its own contacts, numbers and credits.</EmptyState>}
      {...(cursor !== undefined && { cursor })}
      onCursor={onCursor}
    />
  )
}

const COLUMNS: readonly Column<ServiceAccount>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to="/a/$account" params={{ account: id } as never} className="row-link" size="sm">
        <bdi>{name}</bdi>
      </Anchor>
    ),
  },
  { key: 'credits', label: 'SMS credits', align: 'right', cell: ({ credits }) => formatCount(credits.sms) },
  { key: 'numbers', label: 'Numbers', align: 'right', cell: ({ numbers }) => formatCount(numbers) },
  { key: 'groups', label: 'Groups', align: 'right', cell: ({ groups }) => formatCount(groups) },
  {
    key: 'last',
    label: 'Last text',
    cell: ({ lastMessageAt }) => (lastMessageAt === null ? 'none' : <TimeText at={lastMessageAt} />),
  },
]
