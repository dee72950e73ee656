import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export type PageHeaderProps = {
  readonly title: string
  readonly lead?: ReactNode
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode
}

/** The heading of a page, which also names its tab, and gets the focus after a navigation. */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <title>{`${title} · Carillon`}</title>
      <Stack gap={4} miw={0}>
        <Title order={1} tabIndex={-1}>
          <bdi>{title}</bdi>
        </Title>
        {lead !== undefined && (
          // Not a paragraph: it may have a badge.
          <Text c="dimmed" size="sm" component="div">
            {lead}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}
