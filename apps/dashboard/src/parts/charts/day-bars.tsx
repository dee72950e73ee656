import { Paper } from '@mantine/core'
import { memo, useState, type PointerEvent } from 'react'
import { formatCount } from '../text/count.js'
import { axisTicks } from './axis-ticks.js'
import { ChartKey } from './chart-key.js'
import { countOf, dayText, SERIES_COLOURS, type DayRow, type DaySeries } from './day-series.js'

export type DayBarsProps = {
  readonly days: readonly DayRow[]
  readonly series: readonly DaySeries[]
  readonly height: number
  readonly isGrouped: boolean
}

/** Above the highest bar and below the axis, for the texts there. */
const ABOVE_PX = 8
const BELOW_PX = 24
const DAYS_NAMED_MAX = 6
/** The part of a day's width that its bars take. */
const FILLED = 0.8

/** Bars for the days, and the counts of the day that is pointed at. Positions are percentages: nothing is measured. */
export function DayBars(props: DayBarsProps) {
  const { days } = props
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointedAt(Math.min(days.length - 1, Math.max(0, Math.floor((days.length * (clientX - left)) / width))))
  }
  return (
    <div className="day-bars">
      <Bars {...props} />
      <div className="day-bars-plot" onPointerMove={point} onPointerLeave={() => setPointedAt(null)}>
        {pointedAt !== null && <Counts {...props} at={pointedAt} />}
      </div>
    </div>
  )
}

const Bars = memo(function Bars({ days, series, height, isGrouped }: DayBarsProps) {
  const totals = days.map((row) => series.map((one) => countOf(row, one)))
  const ticks = axisTicks(Math.max(0, ...(isGrouped ? totals.flat() : totals.map(sum))))
  const floor = height - BELOW_PX
  const yOf = (count: number) => floor - ((floor - ABOVE_PX) * count) / ticks.at(-1)!
  const dayWidth = 100 / days.length
  const width = (dayWidth * FILLED) / (isGrouped ? series.length : 1)
  const namedEvery = Math.ceil(days.length / DAYS_NAMED_MAX)
  return (
    <>
      <svg width={48} height={height}>
        {ticks.map((tick) => (
          <text key={tick} x={40} y={yOf(tick)} dy="0.35em" textAnchor="end">
            {formatCount(tick)}
          </text>
        ))}
      </svg>
      <svg className="day-bars-plot" height={height}>
        {ticks.map((tick) => (
          <line key={tick} x2="100%" y1={yOf(tick)} y2={yOf(tick)} stroke="var(--line)" />
        ))}
        {days.map((row, i) => {
          const left = dayWidth * (i + (1 - FILLED) / 2)
          let below = 0
          return (
            <g key={row.day}>
              {series.map((one, place) => {
                const count = totals[i]![place]!
                const [bottom, top] = [yOf(below), yOf(below + count)]
                if (!isGrouped) below += count
                if (count === 0) return null
                const x = `${left + (isGrouped ? place * width : 0)}%`
                return (
                  <rect
                    key={one.name}
                    {...{ x, y: top, width: `${width}%`, height: bottom - top, fill: SERIES_COLOURS[one.tone] }}
                  />
                )
              })}
              {(days.length - 1 - i) % namedEvery === 0 && (
                <DayName
                  place={(days.length - 1 - i) / namedEvery}
                  isAtEdge={i === days.length - 1 && namedEvery > 1}
                  x={dayWidth * (i + 0.5)}
                  y={height - 6}
                >
                  {dayText(row)}
                </DayName>
              )}
            </g>
          )
        })}
      </svg>
    </>
  )
})

type DayNameProps = {
  /** Counted from the last named day. */
  readonly place: number
  /** Whether the name would reach beyond the chart. */
  readonly isAtEdge: boolean
  readonly x: number
  readonly y: number
  readonly children: string
}

/** The name of a day below the axis. On a phone there is room for every other one. */
function DayName({ place, isAtEdge, x, y, children }: DayNameProps) {
  return (
    <text
      x={isAtEdge ? '100%' : `${x}%`}
      y={y}
      textAnchor={isAtEdge ? 'end' : 'middle'}
      className={place % 2 === 0 ? undefined : 'day-name-between'}
    >
      {children}
    </text>
  )
}

function Counts({ days, series, at }: DayBarsProps & { readonly at: number }) {
  const row = days[at]!
  const place = (100 * (at + 0.5)) / days.length
  const side = place > 50 ? { right: `${100 - place}%` } : { left: `${place}%` }
  return (
    <Paper withBorder p="xs" fz="sm" className="day-counts" {...side}>
      <strong>{dayText(row)}</strong>
      {series.map((one) => (
        <ChartKey key={one.name} series={one} row={row} />
      ))}
    </Paper>
  )
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
