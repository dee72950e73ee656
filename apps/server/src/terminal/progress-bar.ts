import { Presets, SingleBar } from 'cli-progress'
import type { Output } from './shell.js'

export type ProgressBar = {
  /** `fields` has the values for the placeholders of the format. */
  update(done: number, fields: object): void
  end(): void
}

type BarOptions = {
  readonly output: Output
  readonly format: string
  readonly total: number
  readonly fields: object
  readonly length?: number
}

/** A progress bar on a terminal. */
export function startBar({ output, format, total, fields, length = 40 }: BarOptions): ProgressBar {
  const bar = new SingleBar(
    { stream: output, format, barsize: length, etaBuffer: 100, hideCursor: true, fps: 5, gracefulExit: false },
    Presets.shades_classic,
  )
  bar.start(Math.max(total, 1), 0, fields)
  return { update: (done, now) => bar.update(done, now), end: () => bar.stop() }
}

/** The returned function returns true at most once per period: whether to write another progress line to a log. */
export function everySoOften(durationMs: number, nowMs: () => number = Date.now): () => boolean {
  let next = nowMs() + durationMs
  return () => {
    if (nowMs() < next) return false
    next = nowMs() + durationMs
    return true
  }
}
