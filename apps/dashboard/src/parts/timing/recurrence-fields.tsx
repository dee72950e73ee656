import { Box, Group, Input, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { END_TYPES, FREQUENCIES, type Recurrence } from './timing.js'
import { WeekdayChips } from './weekday-chips.js'

export type RecurrenceFieldsProps = {
  readonly recurrence: Recurrence
  readonly onChange: (changes: Partial<Recurrence>) => void
}

/** How a schedule goes on after its first send. */
export function RecurrenceFields({ recurrence, onChange }: RecurrenceFieldsProps) {
  const { frequency, interval, daysOfWeek, dayOfMonth } = recurrence
  return (
    <Stack gap="md">
      <Group grow preventGrowOverflow={false} gap="sm">
        <NumberInput
          label="Every"
          min={1}
          max={12}
          clampBehavior="strict"
          allowDecimal={false}
          value={interval}
          onChange={(value) => onChange({ interval: Number(value) || 1 })}
        />
        <NativeSelect
          label="Unit"
          data={FREQUENCIES.map((value) => ({ value, label: UNITS[value] }))}
          value={frequency}
          onChange={(event) => onChange({ frequency: event.currentTarget.value as Recurrence['frequency'] })}
        />
        {frequency === 'monthly' && (
          <NumberInput
            label="Day of the month"
            description="In shorter months, the last day"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={31}
            clampBehavior="strict"
            allowDecimal={false}
            value={dayOfMonth}
            onChange={(value) => onChange({ dayOfMonth: Number(value) || 1 })}
          />
        )}
      </Group>
      {frequency === 'weekly' && (
        <Input.Wrapper label="On" labelElement="div">
          <Box mt={4}>
            <WeekdayChips
              label="Days of the week"
              days={daysOfWeek}
              onChange={(days) => onChange({ daysOfWeek: days })}
            />
          </Box>
        </Input.Wrapper>
      )}
      <End recurrence={recurrence} onChange={onChange} />
    </Stack>
  )
}

const UNITS = { daily: 'days', weekly: 'weeks', monthly: 'months' } as const

function End({ recurrence: { endType, endOnDate, endAfterOccurrences }, onChange }: RecurrenceFieldsProps) {
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} gap="sm">
      <NativeSelect
        label="Ends"
        data={END_TYPES.map((value) => ({ value, label: END_WORDS[value] }))}
        value={endType}
        onChange={(event) => onChange({ endType: event.currentTarget.value as Recurrence['endType'] })}
      />
      {endType === 'onDate' && (
        <TextInput
          type="date"
          label="Last day"
          value={endOnDate}
          onChange={(event) => onChange({ endOnDate: event.currentTarget.value })}
        />
      )}
      {endType === 'afterOccurrences' && (
        <NumberInput
          label="Number of sends"
          min={1}
          max={10_000}
          clampBehavior="strict"
          allowDecimal={false}
          value={endAfterOccurrences}
          onChange={(value) => onChange({ endAfterOccurrences: Number(value) || 1 })}
        />
      )}
    </Group>
  )
}

const END_WORDS = { never: 'Never', onDate: 'On a date', afterOccurrences: 'After a number of sends' } as const
