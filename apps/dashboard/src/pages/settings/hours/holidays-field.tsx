import { Button, CloseButton, Group, Input, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { dayOf } from '../../../parts/time/wall-clock-format.js'
import { HOLIDAYS_MAX, withHoliday } from './window-values.js'

export type HolidaysFieldProps = {
  readonly value?: readonly string[]
  readonly onChange: (holidays: readonly string[]) => void
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly disabled?: boolean
}

/** Dates on which no sending window opens. */
export function HolidaysField(props: HolidaysFieldProps) {
  const { value = [], onChange, label, description, error, disabled = false } = props
  const [date, setDate] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const add = () => {
    if (date === '' || value.length >= HOLIDAYS_MAX) return
    const holidays = withHoliday(value, date)
    if (holidays !== value) onChange(holidays)
    setDate('')
  }
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          ref={input}
          type="date"
          label={label}
          description={description ?? 'Days on which nothing is sent to recipients with a sending window.'}
          error={error}
          min="2000-01-01"
          max="2999-12-31"
          value={date}
          disabled={disabled}
          onChange={(event) => setDate(event.currentTarget.value)}
          // What was chosen and not added would be lost when the form is saved.
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        {!disabled && (
          <Button variant="default" disabled={value.length >= HOLIDAYS_MAX} onClick={add}>
            Add holiday
          </Button>
        )}
      </Group>
      {value.length >= HOLIDAYS_MAX && <Input.Description>There can be no more than {HOLIDAYS_MAX}.</Input.Description>}
      {value.length > 0 && (
        <Group component="ul" gap={6} className="plain-list" aria-label="Holidays">
          {value.map((holiday) => (
            <Paper component="li" key={holiday} bg="var(--inset)" radius="sm" pl="xs" pr={4} py={2}>
              <Group gap={2} wrap="nowrap">
                <Text size="sm">{dayOf(holiday)}</Text>
                {!disabled && (
                  <CloseButton
                    size="sm"
                    aria-label={`Remove ${dayOf(holiday)}`}
                    onClick={() => {
                      onChange(value.filter((one) => one !== holiday))
                      input.current?.focus()
                    }}
                  />
                )}
              </Group>
            </Paper>
          ))}
        </Group>
      )}
    </Stack>
  )
}
