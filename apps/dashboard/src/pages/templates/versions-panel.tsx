import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { TimeText } from '../../parts/time/time-text.js'
import { TemplateTexts } from './template-texts.js'

const VERSIONS = '/accounts/{account}/templates/{templateId}/versions'

type Version = Result<typeof VERSIONS, 'get'>['results'][number]

export type VersionsPanelProps = {
  readonly account: string
  readonly templateId: string
  readonly page: number | undefined
  readonly onPage: (page: number | undefined) => void
}

/** What the template has said, newest first. */
export function VersionsPanel({ account, templateId, page, onPage }: VersionsPanelProps) {
  const versions = useQuery({
    ...read('templates', VERSIONS, { path: { account, templateId }, query: { page, limit: 10 } }),
    placeholderData: keepPreviousData,
    select: withCursor<Version>,
  })
  return (
    <Panel title="Versions">
      <CursorTable
        label="Versions"
        columns={COLUMNS}
        query={versions}
        rowKey={({ version }) => String(version)}
        empty={<Text size="sm">No versions on this page.</Text>}
        cursor={cursorOfPage(page)}
        onCursor={(cursor) => onPage(pageOfCursor(cursor))}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<Version>[] = [
  {
    key: 'version',
    label: 'Version',
    width: 110,
    cell: ({ version, createdAt }) => (
      <>
        {version}
        <Text size="xs" c="dimmed">
          <TimeText at={createdAt} format="short" />
        </Text>
      </>
    ),
  },
  { key: 'text', label: 'Text', cell: (version) => <TemplateTexts {...version} /> },
]
