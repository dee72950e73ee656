import { Text } from '@mantine/core'
import type { components } from '../api/schema.js'
import { EmptyState } from './state/empty-state.js'
import type { Column } from './table/column.js'
import { CursorTable, type CursorTableProps } from './table/cursor-table.js'
import { AUDIT_WORDS } from './text/audit-words.js'
import { TimeText } from './time/time-text.js'

type Entry = components['schemas']['AuditEntry']

export type AuditTableProps = Pick<CursorTableProps<Entry>, 'query'> & {
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

export function AuditTable({ query, cursor, onCursor }: AuditTableProps) {
  return (
    <CursorTable
      label="Audit"
      columns={COLUMNS}
      query={query}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No entries">Every change by a person or by the operator is listed here.</EmptyState>}
      {...(cursor !== undefined && { cursor })}
      onCursor={onCursor}
    />
  )
}

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'at', label: 'When', width: 170, cell: ({ at }) => <TimeText at={at} /> },
  { key: 'actor', label: 'Who', cell: ({ actor }) => <Actor actor={actor} /> },
  { key: 'action', label: 'What', cell: ({ action }) => <span title={action}>{AUDIT_WORDS[action] ?? action}</span> },
  { key: 'subjects', label: 'Which', cell: ({ subjects }) => <Subjects subjects={subjects} /> },
  { key: 'address', label: 'From', cell: ({ address }) => address ?? 'the server' },
]

function Actor({ actor }: Pick<Entry, 'actor'>) {
  if ('command' in actor) return <span className="breaking">{actor.command}</span>
  return (
    <div>
      <bdi>{actor.name}</bdi>
      <Text size="xs" c="dimmed" className="breaking">
        {actor.email}
      </Text>
    </div>
  )
}

const SHOWN = 3

function Subjects({ subjects }: Pick<Entry, 'subjects'>) {
  if (subjects.length === 0) return <>–</>
  return (
    <Text size="xs" className="breaking">
      {subjects.slice(0, SHOWN).join(', ')}
      {subjects.length > SHOWN && ` and ${subjects.length - SHOWN} more`}
    </Text>
  )
}
