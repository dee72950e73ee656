import { Button, Group } from '@mantine/core'
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'

export type CursorPagerProps = {
  readonly cursor: string | undefined
  readonly nextCursor: string | null
  readonly onCursor: (cursor: string | undefined) => void
  readonly isWaiting?: boolean
}

/** Leads to the next page and to the first one; back is the browser's own button. Nothing if there is one page only. */
export function CursorPager({ cursor, nextCursor, onCursor, isWaiting = false }: CursorPagerProps) {
  if (cursor === undefined && nextCursor === null) return null
  return (
    <Group component="nav" aria-label="Pages of the list" justify="flex-end" mt="md">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconChevronsLeft size={16} />}
        disabled={cursor === undefined}
        onClick={() => onCursor(undefined)}
      >
        First page
      </Button>
      <Button
        variant="default"
        size="sm"
        rightSection={<IconChevronRight size={16} />}
        disabled={nextCursor === null}
        loading={isWaiting}
        onClick={() => onCursor(nextCursor ?? undefined)}
      >
        Next page
      </Button>
    </Group>
  )
}
