import { Box } from '@mantine/core'
import { countOf, SERIES_COLOURS, type DayRow, type DaySeries } from './day-series.js'
import { formatCount } from '../text/count.js'

export type ChartKeyProps = {
  readonly series: DaySeries
  /** With the count of this day. */
  readonly row?: DayRow
}

/** The colour of a series, and what it is. */
export function ChartKey({ series, row }: ChartKeyProps) {
  return (
    <div>
      <Box component="span" className="chart-colour" bg={SERIES_COLOURS[series.tone]} />
      {series.label}
      {row !== undefined && `: ${formatCount(countOf(row, series))}`}
    </div>
  )
}
