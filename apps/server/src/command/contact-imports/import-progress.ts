import { openRowDisplay } from '../../terminal/row-display.js'
import type { Output } from '../../terminal/shell.js'

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

export function showProgress(output: Output, bytesTotal: number): Progress {
  const sent = { bytes: 0, lines: 0 }
  let latest = NOTHING
  const display = openRowDisplay(output, bytesTotal)
  return {
    sent(chunk) {
      sent.bytes += chunk.length
      sent.lines += lineBreaksIn(chunk)
    },
    report(progress) {
      latest = progress
      display.show({ bytes: bytesDone(latest.rows, sent), rows: latest.rows })
    },
    now: () => latest,
    end: () => display.end(),
  }
}

/** Estimates the processed bytes from the finished rows, because megabytes of the sent bytes may wait in buffers. */
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
