import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'

type Process = components['schemas']['Process']

/** The servers and workers that have reported lately. */
export function Processes() {
  const processes = useQuery({ ...read('system', '/system/processes', {}), refetchInterval: REPORTED_EVERY_MS })
  return (
    <CursorTable
      label="Processes"
      columns={COLUMNS}
      query={processes}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No process has reported">A process reports every ten seconds.</EmptyState>}
    />
  )
}

const REPORTED_EVERY_MS = 10_000

const COLUMNS: readonly Column<Process>[] = [
  { key: 'host', label: 'Host', cell: ({ host }) => <span className="breaking">{host}</span> },
  { key: 'kind', label: 'Kind', cell: ({ kind, runsJobs }) => `${kind}${runsJobs ? ', runs jobs' : ''}` },
  { key: 'version', label: 'Version', cell: ({ version }) => version },
  { key: 'started', label: 'Started', cell: ({ startedAt }) => <TimeText at={startedAt} /> },
  {
    key: 'state',
    label: 'State',
    cell: ({ isMissing }) =>
      isMissing ? <StatusBadge tone="bad">Missing</StatusBadge> : <StatusBadge tone="good">Runs</StatusBadge>,
  },
]
