import { everySoOften, startBar } from './progress-bar.js'
import type { Output } from './shell.js'

/** How much of a file has been processed. */
export type RowsDone = { readonly bytes: number; readonly rows: number }

export type RowDisplay = { show(done: RowsDone): void; end(): void }

/** Shows a progress bar on a terminal; in a log, a line from time to time. */
export function openRowDisplay(output: Output, bytesTotal: number): RowDisplay {
  const started = Date.now()
  const display = output.isTTY ? bar(output, bytesTotal) : plainLines(output, bytesTotal)
  return {
    show(done) {
      const rowsPerSecond = Math.round((done.rows * 1000) / Math.max(Date.now() - started, 1))
      display.show({ ...done, rowsPerSecond })
    },
    end: () => display.end(),
  }
}

type Shown = RowsDone & { readonly rowsPerSecond: number }
type Display = { show(shown: Shown): void; end(): void }

function bar(output: Output, bytesTotal: number): Display {
  const format = '{bar} {percentage}% | {rows} rows | {rowsPerSecond} rows/s | {eta_formatted} left'
  const started = startBar({ output, format, total: bytesTotal, fields: { rows: 0, rowsPerSecond: 0 } })
  return {
    show: ({ bytes, rows, rowsPerSecond }) => started.update(bytes, { rows, rowsPerSecond }),
    end: () => started.end(),
  }
}

const LINE_EVERY_MS = 5_000

function plainLines(output: Output, bytesTotal: number): Display {
  const isTime = everySoOften(LINE_EVERY_MS)
  return {
    show({ bytes, rows, rowsPerSecond }) {
      if (!isTime()) return
      const percent = Math.floor((100 * bytes) / Math.max(bytesTotal, 1))
      output.write(`${percent} %, ${rows} rows, ${rowsPerSecond} rows/s\n`)
    },
    end: () => {},
  }
}
