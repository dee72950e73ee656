import { Table } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { Column } from './column.js'

type TableRowsProps<Row> = {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
}

/** Fewer rows than this are drawn at once: that is quick, and the browser's own search finds all of them. */
const VIRTUAL_FROM = 200
const ROW_PX = 48

export function TableRows<Row>(props: TableRowsProps<Row>) {
  if (props.rows.length >= VIRTUAL_FROM) return <VirtualRows {...props} />
  return (
    <Table.Tbody role="rowgroup">
      {props.rows.map((row) => (
        <TableRow key={props.rowKey(row)} row={row} columns={props.columns} />
      ))}
    </Table.Tbody>
  )
}

/** Draws only the rows in sight; two empty rows take the place of the others. */
function VirtualRows<Row>({ rows, columns, rowKey }: TableRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => setScrollMargin(body.current?.offsetTop ?? 0), [])
  const virtual = useWindowVirtualizer({ count: rows.length, estimateSize: () => ROW_PX, overscan: 20, scrollMargin })
  const shown = virtual.getVirtualItems()
  const before = (shown[0]?.start ?? 0) - scrollMargin
  const after = virtual.getTotalSize() + scrollMargin - (shown.at(-1)?.end ?? scrollMargin)
  return (
    <Table.Tbody ref={body} role="rowgroup">
      <Gap px={before} />
      {shown.map(({ index }) => {
        const row = rows[index]!
        return <TableRow key={rowKey(row)} row={row} columns={columns} index={index} measure={virtual.measureElement} />
      })}
      <Gap px={after} />
    </Table.Tbody>
  )
}

type TableRowProps<Row> = {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly index?: number
  readonly measure?: (element: Element | null) => void
}

/** Drawn again only if its row has changed, for pages that keep their columns. */
const TableRow = memo(RowCells) as typeof RowCells

function RowCells<Row>({ row, columns, index, measure }: TableRowProps<Row>) {
  return (
    <Table.Tr
      role="row"
      ref={measure}
      {...(index !== undefined && { 'data-index': index, 'aria-rowindex': index + 2 })}
    >
      {columns.map(({ key, label, cell, align, isLabelHidden }) => (
        <Table.Td key={key} role="cell" ta={align} data-label={isLabelHidden ? undefined : label}>
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function Gap({ px }: { readonly px: number }) {
  if (px <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td h={px} p={0} />
    </Table.Tr>
  )
}
