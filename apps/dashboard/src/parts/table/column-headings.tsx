import { Group, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './column.js'

export function ColumnHeadings<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <Table.Thead role="rowgroup">
      <Table.Tr role="row">
        {columns.map((column) => (
          <Table.Th
            key={column.key}
            role="columnheader"
            scope="col"
            w={column.width}
            ta={column.align}
            {...(column.sort && { 'aria-sort': column.sort.direction ?? 'none' })}
          >
            <Heading column={column} />
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function Heading<Row>({ column: { label, isLabelHidden, sort, align } }: { readonly column: Column<Row> }) {
  if (isLabelHidden) return <VisuallyHidden>{label}</VisuallyHidden>
  if (sort === undefined) return label
  const Icon = sort.direction === null ? IconArrowsSort : sort.direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton onClick={sort.onSort} fz="inherit" fw="inherit">
      <Group gap={4} wrap="nowrap" justify={align === 'right' ? 'flex-end' : 'flex-start'}>
        {label}
        <Icon size={14} aria-hidden />
      </Group>
    </UnstyledButton>
  )
}
