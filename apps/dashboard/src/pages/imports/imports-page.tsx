import { Anchor, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { formatCount } from '../../parts/text/count.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { STATUS_LABELS, STATUS_TONES, type ListedImport } from './import-words.js'
import { UploadZone } from './upload-zone.js'

export const importsPage = createLazyRoute('/session/a/$account/imports')({ component: ImportsPage })

function ImportsPage() {
  const { id: account } = useAccount()
  const { cursor } = importsPage.useSearch()
  const navigate = importsPage.useNavigate()
  const imports = useQuery({
    ...read('imports', '/accounts/{account}/imports', { path: { account }, query: { cursor } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="Import" lead="Adds and changes contacts by a file, and adds them to groups." />
      <UploadZone />
      <Title order={2} mb="sm">
        Past imports
      </Title>
      <CursorTable
        label="Past imports"
        columns={COLUMNS}
        query={imports}
        rowKey={({ id }) => id}
        empty={
          <Text size="sm" c="dimmed">
            No file was imported yet.
          </Text>
        }
        cursor={cursor}
        onCursor={(next) => void navigate({ search: { cursor: next } })}
      />
    </>
  )
}

const COLUMNS: readonly Column<ListedImport>[] = [
  {
    key: 'file',
    label: 'File',
    cell: ({ id, file, createdBy }) => (
      <div>
        <Anchor
          className="row-link breaking"
          size="sm"
          fw={550}
          c="inherit"
          renderRoot={(props) => (
            <Link {...props} from="/a/$account" to="/a/$account/imports/$import" params={{ import: id }} />
          )}
        >
          <bdi>{file.name}</bdi>
        </Anchor>
        {createdBy.name !== undefined && (
          <Text size="xs" c="dimmed">
            by {createdBy.name}
          </Text>
        )}
      </div>
    ),
  },
  { key: 'at', label: 'Uploaded', width: 190, cell: ({ createdAt }) => <TimeText at={createdAt} /> },
  {
    key: 'status',
    label: 'State',
    width: 130,
    cell: ({ status }) => <StatusBadge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusBadge>,
  },
  { key: 'rows', label: 'Rows', align: 'right', width: 100, cell: ({ file }) => formatCount(file.rows) },
  {
    key: 'created',
    label: 'Created',
    align: 'right',
    width: 100,
    cell: ({ startedAt, progress }) => (startedAt === undefined ? '–' : formatCount(progress.created)),
  },
  {
    key: 'updated',
    label: 'Changed',
    align: 'right',
    width: 100,
    cell: ({ startedAt, progress }) => (startedAt === undefined ? '–' : formatCount(progress.updated)),
  },
  {
    key: 'rejected',
    label: 'Rejected',
    align: 'right',
    width: 100,
    cell: ({ progress }) => formatCount(progress.rejected),
  },
]
