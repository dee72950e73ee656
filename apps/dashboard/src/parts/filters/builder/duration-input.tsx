import { Group, NativeSelect, TextInput } from '@mantine/core'
import { durationIn, durationText, UNITS, unitWords, type Unit } from '../language/durations.js'

export type DurationInputProps = {
  readonly label: string
  /** Dates have no hours. */
  readonly hasHours: boolean
  /** `30d`; empty while the amount is. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A number of hours, days or weeks. */
export function DurationInput({ label, hasHours, value, onChange }: DurationInputProps) {
  const { amount, unit } = durationIn(value)
  const units = UNITS.filter((each) => hasHours || each !== 'h' || unit === 'h')
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={amount}
        onChange={(event) => onChange(durationText({ amount: wholeIn(event.currentTarget.value), unit }))}
        flex={1}
        miw={70}
      />
      <NativeSelect
        aria-label={`${label}, unit`}
        data={units.map((each) => ({ value: each, label: unitWords(each, Number(amount)) }))}
        value={unit}
        onChange={(event) => onChange(durationText({ amount, unit: event.currentTarget.value as Unit }))}
        w={110}
      />
    </Group>
  )
}

/** The digits of what is typed. */
function wholeIn(typed: string): number | '' {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : Number(digits)
}
