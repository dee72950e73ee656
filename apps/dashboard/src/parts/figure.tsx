import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from './text/count.js'

export type FigureProps = {
  readonly label: string
  readonly value: number
  /** A line below the number, for example what it consists of. */
  readonly note?: ReactNode
}

/** A number with its name, in a box. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <Paper withBorder radius="lg" p="md" role="group" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz="h2" fw={700} className="digits">
        {formatCount(value)}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  )
}
