import { Chip, Group } from '@mantine/core'
import { DAY_WORDS, inOrder, WEEKDAYS, type Weekday } from './weekdays.js'

export type WeekdayChipsProps = {
  readonly label: string
  readonly days: readonly Weekday[]
  readonly disabled?: boolean
  readonly onChange: (days: readonly Weekday[]) => void
}

/** Chooses days of the week. */
export function WeekdayChips({ label, days, disabled = false, onChange }: WeekdayChipsProps) {
  return (
    <Chip.Group multiple value={[...days]} onChange={(chosen) => onChange(inOrder(chosen))}>
      <Group gap={6} role="group" aria-label={label}>
        {WEEKDAYS.map((day) => (
          <Chip key={day} value={day} size="sm" disabled={disabled}>
            {DAY_WORDS[day]}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
