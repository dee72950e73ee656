import { SegmentedControl } from '@mantine/core'
import { DAYS, type Days, type DaysSearch } from './days-search.js'

export type DaysControlProps = {
  readonly days: Days
  readonly onChange: (search: DaysSearch) => void
}

/** Chooses how many days a page shows, with today. */
export function DaysControl({ days, onChange }: DaysControlProps) {
  return (
    <SegmentedControl
      aria-label="Days shown"
      value={String(days)}
      onChange={(value) => {
        const chosen = DAYS.find((one) => String(one) === value)
        onChange(chosen === undefined || chosen === 30 ? {} : { days: chosen })
      }}
      data={DAYS.map((one) => ({ value: String(one), label: `${one} days` }))}
    />
  )
}
