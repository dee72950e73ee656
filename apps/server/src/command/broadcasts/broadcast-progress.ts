import type { Schema } from '@carillon/client'
import { everySoOften, startBar, type ProgressBar } from '../../terminal/progress-bar.js'
import type { Output } from '../../terminal/shell.js'

export type WatchedBroadcast = Schema<'FoundBroadcast'>

export type BroadcastProgress = {
  readonly broadcast: WatchedBroadcast
  /** The rate over the last ten seconds; null until it is known. */
  readonly perSecond: number | null
  readonly secondsLeft: number | null
}

export type BroadcastDisplay = {
  show(progress: BroadcastProgress): void
  /** Shows a notice, such as that the server is unavailable. */
  note(text: string): void
  end(): void
}

/** Shows a progress bar on a terminal; in a log, a line from time to time. */
export function showBroadcast(output: Output, nowMs: () => number): BroadcastDisplay {
  return output.isTTY ? onBar(output) : inLines(output, nowMs)
}

/** Prints one JSON object for each change. */
export function broadcastAsJson({ stdout, stderr }: Record<'stdout' | 'stderr', Output>): BroadcastDisplay {
  let last = ''
  return {
    show({ broadcast, perSecond, secondsLeft }) {
      const change = JSON.stringify(broadcast)
      if (change === last) return
      last = change
      stdout.write(`${JSON.stringify({ ...broadcast, perSecond: rounded(perSecond), secondsLeft })}\n`)
    },
    note: (text) => void stderr.write(`${text}\n`),
    end: () => {},
  }
}

/** The length of the text beside the bar. */
const SUMMARY_LENGTH = 78
const COLUMNS = 100
const BAR_LENGTH_MIN = 8
const BAR_LENGTH_MAX = 40

function onBar(output: Output): BroadcastDisplay {
  let bar: ProgressBar | null = null
  const free = ((output as { columns?: number }).columns || COLUMNS) - SUMMARY_LENGTH
  const length = Math.max(BAR_LENGTH_MIN, Math.min(free, BAR_LENGTH_MAX))
  const end = () => {
    bar?.end()
    bar = null
  }
  return {
    show(progress) {
      const { totalRecipients: total, counts } = progress.broadcast
      const payload = { summary: summaryOf(progress) }
      bar ??= startBar({ output, format: '{bar} {percentage}% {summary}', total, fields: payload, length })
      bar.update(total === 0 ? 1 : total - counts.queued, payload)
    },
    note(text) {
      end()
      output.write(`${text}\n`)
    },
    end,
  }
}

const LINE_EVERY_MS = 5_000
const PERCENT_STEP = 10

function inLines(output: Output, nowMs: () => number): BroadcastDisplay {
  const isTime = everySoOften(LINE_EVERY_MS, nowMs)
  let step = -1
  let last = ''
  return {
    show(progress) {
      const percent = percentOf(progress.broadcast)
      const line = `${percent}% ${summaryOf(progress)}\n`
      const isNextStep = Math.floor(percent / PERCENT_STEP) > step
      if (!(isTime() || isNextStep) || line === last) return
      step = Math.floor(percent / PERCENT_STEP)
      last = line
      output.write(line)
    },
    note: (text) => void output.write(`${text}\n`),
    end: () => {},
  }
}

function percentOf({ totalRecipients: total, counts }: WatchedBroadcast): number {
  return total === 0 ? 100 : Math.floor((100 * (total - counts.queued)) / total)
}

function summaryOf({ broadcast, perSecond, secondsLeft }: BroadcastProgress): string {
  const { queued, sent, failed, delivered } = broadcast.counts
  const counts = `${queued} queued, ${sent} sent, ${failed} failed, ${delivered} delivered`
  if (broadcast.completedAt !== undefined) return `| ${counts}`
  const rate = perSecond === null ? '' : `${rounded(perSecond)}/s, `
  return `| ${rate}${leftOf(secondsLeft)} | ${counts}`
}

function leftOf(seconds: number | null): string {
  return seconds === null ? 'time left unknown' : `${durationOf(seconds)} left`
}

/** For example 42 s, 2 min, 3 min 20 s, or 2 h 5 min. */
export function durationOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  if (hours > 0) return `${hours} h ${minutes} min`
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

function rounded(perSecond: number | null): number | null {
  return perSecond === null ? null : Math.round(perSecond * (perSecond < 10 ? 10 : 1)) / (perSecond < 10 ? 10 : 1)
}
