import { List, Stack, Text } from '@mantine/core'
import { formatCount, MoreCount } from './text/count.js'

export type NamedUsesProps = {
  /** What the items are: "segment". */
  readonly noun: string
  readonly items: {
    readonly totalCount: number
    readonly results: readonly { readonly id: string; readonly name: string }[]
  }
}

/** The names of what uses something, with their whole number. */
export function NamedUses({ noun, items: { totalCount, results } }: NamedUsesProps) {
  if (totalCount === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        {totalCount === 1 ? `1 ${noun}` : `${formatCount(totalCount)} ${noun}s`}
      </Text>
      <List size="sm" spacing={4} aria-label={`The ${noun}s that name it`}>
        {results.map(({ id, name }) => (
          <List.Item key={id}>
            <bdi className="breaking">{name}</bdi>
          </List.Item>
        ))}
      </List>
      <MoreCount totalCount={totalCount} shown={results.length} />
    </Stack>
  )
}
