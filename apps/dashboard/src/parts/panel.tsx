import { Group, Paper, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

export type PanelProps = {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of a page with a heading of its own. */
export function Panel({ title, action, children }: PanelProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="lg" p="md">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  )
}
