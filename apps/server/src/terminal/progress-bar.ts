import { Presets, SingleBar } from 'cli-progress'
import type { Output } from './shell.js'

export type ProgressBar = {
  /** `told` is put where the format names it. */
  update(done: number, told: object): void
  end(): void
}

type BarOptions = {
  readonly output: Output
  readonly format: string
  readonly total: number
  readonly told: object
  readonly length?: number
}

/** For a person who watches. */
export function startBar({ output, format, total, told, length = 40 }: BarOptions): ProgressBar {
  const bar = new SingleBar(
    { stream: output, format, barsize: length, etaBuffer: 100, hideCursor: true, fps: 5, gracefulExit: false },
    Presets.shades_classic,
  )
  bar.start(Math.max(total, 1), 0, told)
  return { update: (done, now) => bar.update(done, now), end: () => bar.stop() }
}

/** Whether it is time for another line in a log that nobody watches. */
export function everySoOften(durationMs: number, nowMs: () => number = Date.now): () => boolean {
  let next = nowMs() + durationMs
  return () => {
    if (nowMs() < next) return false
    next = nowMs() + durationMs
    return true
  }
}
