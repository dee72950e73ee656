import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { DayChartProps } from './day-chart-bars.js'

const Bars = lazy(() => import('./day-chart-bars.js').then(({ DayChartBars }) => ({ default: DayChartBars })))

/** Counts by day as stacked bars, and the same as a table on demand. Its library is loaded when it is shown. */
export function DayChart(props: DayChartProps) {
  return (
    <Suspense fallback={<Skeleton data-loading height={props.height ?? 260} />}>
      <Bars {...props} />
    </Suspense>
  )
}
