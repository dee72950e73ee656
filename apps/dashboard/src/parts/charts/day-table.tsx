import { formatCount } from '../text/count.js'
import { countOf, dayText, type DayRow, type DaySeries } from './day-series.js'

export type DayTableProps = {
  readonly label: string
  readonly days: readonly DayRow[]
  readonly series: readonly DaySeries[]
}

/** Without components for its cells: there are hundreds of them, and every page with a chart has this table. */
export function DayTable({ label, days, series }: DayTableProps) {
  return (
    <table aria-label={label} className="day-table">
      <thead>
        <tr>
          <th scope="col">Day</th>
          {series.map(({ name, label: text }) => (
            <th key={name} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((row) => (
          <tr key={row.day}>
            <th scope="row">{dayText(row)}</th>
            {series.map((one) => (
              <td key={one.name}>{formatCount(countOf(row, one))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
