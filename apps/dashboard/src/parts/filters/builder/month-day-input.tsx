import { Group, NativeSelect } from '@mantine/core'

export type MonthDayInputProps = {
  readonly label: string
  /** `MM-DD`, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const MONTHS = Array.from({ length: 12 }, (_, i) => ({ value: two(i + 1), label: MONTH.format(Date.UTC(2000, i)) }))

/** A day of any year. */
export function MonthDayInput({ label, value, onChange }: MonthDayInputProps) {
  const [month = '', day = ''] = value.split('-')
  const days = Array.from({ length: daysIn(Number(month) || 1) }, (_, i) => two(i + 1))
  const change = (next: { readonly month: string; readonly day: string }) => {
    const last = two(daysIn(Number(next.month)))
    onChange(`${next.month}-${next.day === '' ? '01' : next.day > last ? last : next.day}`)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label={`${label}, month`}
        data={month === '' ? [{ value: '', label: 'Month' }, ...MONTHS] : MONTHS}
        value={month}
        onChange={(event) => change({ month: event.currentTarget.value, day })}
        flex={1}
      />
      <NativeSelect
        aria-label={`${label}, day`}
        data={days.map((each) => ({ value: each, label: String(Number(each)) }))}
        value={day === '' ? '01' : day}
        disabled={month === ''}
        onChange={(event) => change({ month, day: event.currentTarget.value })}
        w={90}
      />
    </Group>
  )
}

/** Of a leap year: birthdays can be on February 29. */
function daysIn(month: number): number {
  return new Date(Date.UTC(2000, month, 0)).getUTCDate()
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
