import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useDeferredValue } from 'react'
import { ChartKey } from './chart-key.js'
import { DayBars } from './day-bars.js'
import type { DayRow, DaySeries } from './day-series.js'
import { DayTable } from './day-table.js'

export type DayChartProps = {
  /** What is shown, for example "Texts by day". */
  readonly label: string
  /** A row for each day, the oldest first. */
  readonly days: readonly DayRow[]
  readonly series: readonly DaySeries[]
  readonly height?: number
  /** Bars beside each other, for series that are no parts of a whole. Default: stacked. */
  readonly isGrouped?: boolean
}

/** Counts by day as bars, and the same as a table: on demand, and for those who cannot see the bars. */
export function DayChart({ label, days, series, height = 260, isGrouped = false }: DayChartProps) {
  const [isTable, { toggle }] = useDisclosure()
  return (
    <figure className="chart" aria-label={label}>
      {isTable ? (
        <DayTable label={label} days={days} series={series} />
      ) : (
        <>
          <div aria-hidden>
            <DayBars days={days} series={series} height={height} isGrouped={isGrouped} />
            <Legend series={series} />
          </div>
          <HiddenTable label={label} days={days} series={series} />
        </>
      )}
      <Button variant="subtle" size="compact-xs" onClick={toggle}>
        {isTable ? 'Show as a chart' : 'Show as a table'}
      </Button>
    </figure>
  )
}

/** Drawn after all that can be seen. */
function HiddenTable({ days, ...props }: Pick<DayChartProps, 'label' | 'days' | 'series'>) {
  const shown = useDeferredValue(days, NONE)
  return <VisuallyHidden>{shown.length > 0 && <DayTable {...props} days={shown} />}</VisuallyHidden>
}

const NONE: readonly DayRow[] = []

function Legend({ series }: Pick<DayChartProps, 'series'>) {
  return (
    <Group justify="center" gap="md" my="xs" fz="sm">
      {series.map((one) => (
        <ChartKey key={one.name} series={one} />
      ))}
    </Group>
  )
}
