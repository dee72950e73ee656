import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import type { Result } from '../../api/operation.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { StatusBadge } from '../../parts/text/status-badge.js'

type Carrier = Result<'/system/carriers', 'get'>['results'][number]

export function Carriers() {
  const carriers = useQuery(read('carriers', '/system/carriers', {}))
  return (
    <CursorTable
      label="Carriers"
      columns={COLUMNS}
      query={carriers}
      rowKey={({ name }) => name}
      empty={
        <EmptyState title="No carrier is set">
          Texts go to the simulated phones. Name your carriers in a file, and set CARILLON_CARRIERS to its path.
        </EmptyState>
      }
    />
  )
}

const COLUMNS: readonly Column<Carrier>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => name },
  {
    key: 'breaker',
    label: 'State',
    cell: ({ breaker }) =>
      breaker === 'closed' ? (
        <StatusBadge tone="good">Gets texts</StatusBadge>
      ) : (
        <StatusBadge tone="bad">Gets no texts for now</StatusBadge>
      ),
  },
]
