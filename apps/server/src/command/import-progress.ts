import { everySoOften, startBar } from './progress-bar.js'
import type { Output } from './shell.js'

export type ImportProgress = {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly joined: number
}

export type Progress = {
  sent(chunk: Buffer): void
  report(progress: ImportProgress): void
  now(): ImportProgress
  end(): void
}

const NOTHING: ImportProgress = { rows: 0, created: 0, updated: 0, unchanged: 0, joined: 0 }

/** A bar for a person who watches; a line now and then for a log. */
export function showProgress(output: Output, bytesTotal: number): Progress {
  const started = Date.now()
  const sent = { bytes: 0, lines: 0 }
  let latest = NOTHING
  const display = output.isTTY ? bar(output, bytesTotal) : plainLines(output)
  return {
    sent(chunk) {
      sent.bytes += chunk.length
      sent.lines += lineBreaksIn(chunk)
    },
    report(progress) {
      latest = progress
      const rowsPerSecond = Math.round((latest.rows * 1000) / Math.max(Date.now() - started, 1))
      display.show({ bytes: bytesDone(latest.rows, sent), bytesTotal, rows: latest.rows, rowsPerSecond })
    },
    now: () => latest,
    end: () => display.end(),
  }
}

/** Buffers on the way hold megabytes that are sent and not yet worked on, so the rows that are done tell more. */
function bytesDone(rows: number, sent: { readonly bytes: number; readonly lines: number }): number {
  return Math.round(sent.bytes * Math.min(1, (rows + HEADER_LINES) / Math.max(sent.lines, 1)))
}

const HEADER_LINES = 1
const LINE_BREAK = 10

function lineBreaksIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(LINE_BREAK); at !== -1; at = chunk.indexOf(LINE_BREAK, at + 1)) count++
  return count
}

type Shown = {
  readonly bytes: number
  readonly bytesTotal: number
  readonly rows: number
  readonly rowsPerSecond: number
}
type Display = { show(shown: Shown): void; end(): void }

function bar(output: Output, bytesTotal: number): Display {
  const format = '{bar} {percentage}% | {rows} rows | {rowsPerSecond} rows/s | {eta_formatted} left'
  const started = startBar({ output, format, total: bytesTotal, told: { rows: 0, rowsPerSecond: 0 } })
  return {
    show: ({ bytes, rows, rowsPerSecond }) => started.update(bytes, { rows, rowsPerSecond }),
    end: () => started.end(),
  }
}

const LINE_EVERY_MS = 5_000

function plainLines(output: Output): Display {
  const isTime = everySoOften(LINE_EVERY_MS)
  return {
    show({ bytes, bytesTotal, rows, rowsPerSecond }) {
      if (!isTime()) return
      const percent = Math.floor((100 * bytes) / Math.max(bytesTotal, 1))
      output.write(`${percent} %, ${rows} rows, ${rowsPerSecond} rows/s\n`)
    },
    end: () => {},
  }
}
