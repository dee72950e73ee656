import { Table } from '@mantine/core'
import { useDeferredValue, type ReactNode } from 'react'
import { Delayed } from '../state/delayed.js'
import { ErrorMessage } from '../state/error-message.js'
import { TableSkeleton } from '../state/skeletons.js'
import type { Column } from './column.js'
import { CursorPager } from './cursor-pager.js'
import { ColumnHeadings } from './column-headings.js'
import { TableRows } from './table-rows.js'

export type CursorTableProps<Row> = {
  /** Names the table for those who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** The query of the page. Older rows stay while the next ones load: give it `placeholderData: keepPreviousData`. */
  readonly query: {
    readonly data: { readonly results: readonly Row[]; readonly nextCursor?: string | null } | undefined
    readonly error: unknown
    readonly isPlaceholderData?: boolean
    readonly refetch: () => unknown
  }
  readonly rowKey: (row: Row) => string
  /** In place of the table if there are no rows at all: an `EmptyState`. */
  readonly empty: ReactNode
  /** The cursor in the URL; undefined on the first page. */
  readonly cursor?: string
  /** Puts another cursor into the URL. Without it the table has one page. */
  readonly onCursor?: (cursor: string | undefined) => void
}

/**
 * One page of a list with a cursor. The first cell of a row holds its link. On small screens each row is a block. In long
 * lists, only the rows in sight are drawn.
 */
export function CursorTable<Row>(props: CursorTableProps<Row>) {
  const { label, columns, query, rowKey, empty, cursor, onCursor } = props
  const { data, error, refetch, isPlaceholderData = false } = query
  // Rows take long to draw, and what the person does meanwhile comes first.
  const rows = useDeferredValue(data?.results)
  if (data === undefined || rows === undefined) {
    if (error) return <ErrorMessage error={error} onRetry={() => void refetch()} />
    return (
      <Delayed>
        <TableSkeleton />
      </Delayed>
    )
  }
  const isEmpty = rows.length === 0 && cursor === undefined
  return (
    <>
      {error ? <ErrorMessage error={error} onRetry={() => void refetch()} /> : null}
      {isEmpty ? (
        empty
      ) : (
        <Table
          className="cursor-table"
          aria-label={label}
          aria-busy={isPlaceholderData || rows !== data.results}
          role="table"
          verticalSpacing="sm"
          highlightOnHover
          stickyHeader
          stickyHeaderOffset={56}
        >
          <ColumnHeadings columns={columns} />
          <TableRows rows={rows} columns={columns} rowKey={rowKey} />
        </Table>
      )}
      {onCursor !== undefined && (
        <CursorPager
          cursor={cursor}
          nextCursor={data.nextCursor ?? null}
          onCursor={onCursor}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}
