import { Table, Text } from '@mantine/core'
import { formatCount } from './text/count.js'

export type CountedListProps = {
  readonly label: string
  /** What the names are, for example "Reason". */
  readonly heading: string
  readonly counts: Readonly<Record<string, number>>
  readonly words: (name: string) => string
  /** In place of an empty list. */
  readonly none: string
}

/** Counts by name, the largest first. */
export function CountedList({ label, heading, counts, words, none }: CountedListProps) {
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a)
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  }
  return (
    <Table aria-label={label} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{heading}</Table.Th>
          <Table.Th scope="col" ta="right">
            Count
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, count]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {words(name)}
            </Table.Th>
            <Table.Td ta="right" className="digits">
              {formatCount(count)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
