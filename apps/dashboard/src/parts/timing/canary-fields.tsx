import { Group, NumberInput, Stack } from '@mantine/core'
import type { CanaryChoice } from './canary.js'

export type CanaryFieldsProps = {
  readonly canary: CanaryChoice
  readonly onChange: (changes: Partial<CanaryChoice>) => void
}

/** How many people get the text first, and when the others do not get it. */
export function CanaryFields({ canary, onChange }: CanaryFieldsProps) {
  const number = (name: keyof CanaryChoice, label: string, range: { readonly min: number; readonly max: number }) => (
    <NumberInput
      label={label}
      {...range}
      clampBehavior="strict"
      allowDecimal={range.min === 0}
      decimalScale={2}
      thousandSeparator=","
      value={canary[name]}
      onChange={(value) => onChange({ [name]: Number(value) || range.min })}
    />
  )
  return (
    <Stack gap="md">
      <Group grow preventGrowOverflow={false} gap="sm">
        {number('recipients', 'People who get it first', { min: 1, max: 50_000 })}
        {number('waitMinutes', 'Minutes until the others', { min: 1, max: 1_440 })}
      </Group>
      <Group grow preventGrowOverflow={false} gap="sm">
        {number('failedPercent', 'Pause if more fail, in percent', { min: 0, max: 100 })}
        {number('optedOutPercent', 'Pause if more opt out, in percent', { min: 0, max: 100 })}
      </Group>
    </Stack>
  )
}
