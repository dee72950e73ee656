import type { ReactNode } from 'react'

export type Column<Row> = {
  /** Identifies the column. */
  readonly key: string
  /** The heading; on small screens, the name beside the value. */
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'left' | 'right'
  /** For example '30%' or 120. Columns without a width share the rest. */
  readonly width?: string | number
  /** The heading is not shown, for a column of buttons for example. */
  readonly isLabelHidden?: boolean
  /** If rows can be sorted by this column. The page keeps the order in its URL. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | null; readonly onSort: () => void }
}
