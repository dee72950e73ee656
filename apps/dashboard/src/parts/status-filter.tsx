import { Chip, Group } from '@mantine/core'

export type StatusFilterProps<Status extends string> = {
  readonly statuses: readonly Status[]
  readonly wordOf: (status: Status) => string
  /** Undefined: all of them are listed. */
  readonly status: Status | undefined
  readonly onChange: (status: Status | undefined) => void
}

/** Chooses the state of what a list shows. */
export function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const { statuses, wordOf, status, onChange } = props
  const chosen: string = status ?? ALL
  return (
    <Chip.Group value={chosen} onChange={(value) => onChange(statuses.find((known) => known === value))}>
      <Group gap="xs" mb="sm" role="radiogroup" aria-label="State">
        <Chip value={ALL} size="sm">
          All
        </Chip>
        {statuses.map((known) => (
          <Chip key={known} value={known} size="sm">
            {wordOf(known)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

const ALL = 'all'
