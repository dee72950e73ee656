import { Group, Skeleton, Stack } from '@mantine/core'

/** Some lines of text. */
export function LinesSkeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} height={14} width={`${WIDTHS[i % WIDTHS.length]}%`} />
      ))}
    </Stack>
  )
}

/** The rows of a table. */
export function TableSkeleton({ rows = 8 }: { readonly rows?: number }) {
  return (
    <Stack gap="lg" py="md" aria-hidden>
      {Array.from({ length: rows }, (_, i) => (
        <Group key={i} justify="space-between" wrap="nowrap">
          <Skeleton height={14} width={`${WIDTHS[i % WIDTHS.length]! / 2}%`} />
          <Skeleton height={14} width="12%" />
        </Group>
      ))}
    </Stack>
  )
}

/** Boxes beside each other, each for a number or a chart. */
export function BoxesSkeleton({ boxes = 4, height = 96 }: { readonly boxes?: number; readonly height?: number }) {
  return (
    <Group grow gap="md" aria-hidden>
      {Array.from({ length: boxes }, (_, i) => (
        <Skeleton key={i} height={height} />
      ))}
    </Group>
  )
}

const WIDTHS = [72, 88, 64, 80] as const
