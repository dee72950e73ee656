import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { Button, Table, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatCount } from '../text/count.js'
import type { Tone } from '../text/status-badge.js'

export type DaySeries = {
  /** The property of the rows. */
  readonly name: string
  readonly label: string
  readonly tone: Tone
}

export type DayChartProps = {
  /** What is shown, for example "Texts by day". */
  readonly label: string
  /** A row for each day, the oldest first: `{ day: '2026-11-24', delivered: 12, … }`. */
  readonly days: readonly ({ readonly day: string } & Readonly<Record<string, number | string>>)[]
  readonly series: readonly DaySeries[]
  readonly height?: number
  /** Bars beside each other, for series that are no parts of a whole. Default: stacked. */
  readonly isGrouped?: boolean
}

const COLOURS: Readonly<Record<Tone, string>> = {
  good: 'var(--good-filled)',
  bad: 'var(--bad-filled)',
  doubtful: 'var(--doubtful-filled)',
  active: 'var(--accent)',
  neutral: 'var(--field-line)',
}

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function DayChartBars({ label, days, series, height = 260, isGrouped = false }: DayChartProps) {
  const [isTable, { toggle }] = useDisclosure()
  const shown = days.map((row) => ({ ...row, day: DAY.format(new Date(`${row.day}T00:00:00Z`)) }))
  return (
    <figure className="chart" aria-label={label}>
      {isTable ? (
        <DayTable label={label} days={shown} series={series} />
      ) : (
        <div aria-hidden>
          <BarChart
            h={height}
            data={shown}
            dataKey="day"
            type={isGrouped ? 'default' : 'stacked'}
            series={series.map(({ name, label: text, tone }) => ({ name, label: text, color: COLOURS[tone] }))}
            withLegend
            legendProps={{ verticalAlign: 'bottom' }}
            valueFormatter={formatCount}
            barProps={{ isAnimationActive: false }}
            // The table is for the keyboard: a hidden chart must not get the focus.
            barChartProps={{ accessibilityLayer: false, ...(isGrouped && { barCategoryGap: '8%', barGap: 0 }) }}
            tickLine="none"
          />
        </div>
      )}
      {!isTable && (
        <VisuallyHidden>
          <DayTable label={label} days={shown} series={series} />
        </VisuallyHidden>
      )}
      <Button variant="subtle" size="compact-xs" onClick={toggle}>
        {isTable ? 'Show as a chart' : 'Show as a table'}
      </Button>
    </figure>
  )
}

function DayTable({ label, days, series }: Pick<DayChartProps, 'label' | 'days' | 'series'>) {
  return (
    <Table aria-label={label} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Day</Table.Th>
          {series.map(({ name, label: text }) => (
            <Table.Th key={name} scope="col" ta="right">
              {text}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map((row) => (
          <Table.Tr key={row.day}>
            <Table.Th scope="row" fw={400}>
              {row.day}
            </Table.Th>
            {series.map(({ name }) => (
              <Table.Td key={name} ta="right" className="digits">
                {formatCount(Number(row[name] ?? 0))}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
