import { Badge, Text } from '@mantine/core'

const NUMBERS = new Intl.NumberFormat('en')

/** A number of the API, grouped: 12,345. */
export function formatCount(count: number): string {
  return NUMBERS.format(count)
}

export type CountBadgeProps = {
  readonly count: number
  /** What is counted, for those who hear the page: "3 unread". */
  readonly label: string
}

/** Larger counts are shown as 99+. */
const SHOWN_MAX = 99

/** A small count beside a name. Nothing if it is 0. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count === 0) return null
  const shown = count > SHOWN_MAX ? `${formatCount(SHOWN_MAX)}+` : formatCount(count)
  return (
    <Badge
      size="sm"
      variant="filled"
      circle={shown.length < 2}
      role="img"
      aria-label={`${formatCount(count)} ${label}`}
    >
      {shown}
    </Badge>
  )
}

export type MoreCountProps = { readonly totalCount: number; readonly shown: number }

/** How many are left out below a list. Nothing if it has all. */
export function MoreCount({ totalCount, shown }: MoreCountProps) {
  if (totalCount <= shown) return null
  return (
    <Text size="xs" c="dimmed">
      and {formatCount(totalCount - shown)} more
    </Text>
  )
}
