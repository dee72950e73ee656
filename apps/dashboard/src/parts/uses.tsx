import { List, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export type UsesProps = {
  /** What uses the item, each as a sentence or a link. */
  readonly uses: readonly { readonly key: string; readonly text: ReactNode }[]
  /** Said if nothing does. */
  readonly none: string
}

/** What something is used by. */
export function Uses({ uses, none }: UsesProps) {
  if (uses.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  }
  return (
    <List size="sm" spacing={4}>
      {uses.map(({ key, text }) => (
        <List.Item key={key}>{text}</List.Item>
      ))}
    </List>
  )
}
