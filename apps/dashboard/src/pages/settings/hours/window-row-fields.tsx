import { ActionIcon, Group, Input, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { WeekdayChips } from '../../../parts/timing/weekday-chips.js'
import { isOverMidnight, rowFaults, type WindowRow } from './window-values.js'

export type WindowRowFieldsProps = {
  readonly name: string
  readonly row: WindowRow
  /** Whether it says what it lacks. */
  readonly isChecked: boolean
  readonly disabled: boolean
  readonly onChange: (changes: Partial<WindowRow>) => void
  readonly onRemove: () => void
}

/** One sending window: its days, when it opens and closes, and for whom. */
export function WindowRowFields({ name, row, isChecked, disabled, onChange, onRemove }: WindowRowFieldsProps) {
  const faults = isChecked ? rowFaults(row) : {}
  const time = (field: 'from' | 'to', label: string) => (
    <TextInput
      type="time"
      label={label}
      // A browser has no 24:00. A window until 00:00 is the same.
      value={row[field] === '24:00' ? '00:00' : row[field]}
      error={faults[field]}
      disabled={disabled}
      onChange={(event) => onChange({ [field]: event.currentTarget.value.slice(0, 5) })}
    />
  )
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <WeekdayChips
            label={`Days of ${name.toLowerCase()}`}
            days={row.days}
            disabled={disabled}
            onChange={(days) => onChange({ days })}
          />
          {!disabled && (
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
        {faults.days !== undefined && <Input.Error role="alert">{faults.days}</Input.Error>}
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          {time('from', 'Opens')}
          {time('to', 'Closes')}
          <TextInput
            label="Only for members of"
            placeholder="Everybody"
            maxLength={100}
            value={row.group}
            disabled={disabled}
            onChange={(event) => onChange({ group: event.currentTarget.value })}
          />
        </Group>
        {isOverMidnight(row) && (
          <Text size="xs" c="dimmed">
            It closes at this time of the next day.
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
