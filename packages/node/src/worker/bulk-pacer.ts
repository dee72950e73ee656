import { nextPace, restMsAt, type Pace, type Pacer } from '@carillon/core'
import type { Pause } from './pause.js'

/** What a worker can find out about the requests that share its processors and its database. */
export type Foreground = {
  /** The time since the last request, in any process; `Infinity` if none is known. */
  sinceRequestMs(): number
  /** Called about every second while bulk jobs run here, so that other processes report their requests. */
  onBulk?(): void
  /** Runs a short statement, which waits for the database as the statements of a request do. */
  runStatement(): Promise<unknown>
}

export type BulkPacerOptions = {
  readonly foreground: Foreground
  readonly pause: Pause
  /** Once this is aborted, nothing rests any more. */
  readonly stopping: AbortSignal
  /** The maximum number of steps at once. */
  readonly stepsMax: number
  readonly nowMs?: () => number
}

export const SAMPLE_EVERY_MS = 50
const ANNOUNCE_EVERY_MS = 1_000
/** A sample counts requests of two intervals, because other processes report theirs with a delay. */
const SAMPLED_MS = 2 * SAMPLE_EVERY_MS
/** For this long after a request, more are expected. */
const EXPECTED_MS = 1_000
/** A shorter step occupies the processors for less time at once, and costs more for each recipient. */
export const SHORT_LENGTH = 12
/**
 * Once as many steps run as may, and requests still do not wait, each further growth of the pace makes steps longer by
 * one recipient: then most of the time of a step is that of the provider, which disturbs nobody.
 */
export const LONG_LENGTH = 250
/** Much of a long step is the time of the provider, which disturbs nobody. */
const REST_MAX_MS = 500

/**
 * Runs bulk steps at full pace while there are no requests. While there are, it samples how long a request waits, and
 * adapts the pace. It samples only while it has steps to run.
 */
export class BulkPacer implements Pacer {
  private pace: Pace = 0
  private running = 0
  private readonly waiting: (() => void)[] = []
  private isSampling = false

  constructor(private readonly options: BulkPacerOptions) {}

  async run<T>(step: (limits: { readonly lengthMax: number }) => Promise<T>): Promise<T> {
    if (!this.isSampling) void this.sample()
    await this.enter()
    const startedMs = this.nowMs()
    try {
      return await step({ lengthMax: this.lengthMax() })
    } finally {
      void this.leave(this.nowMs() - startedMs)
    }
  }

  private async sample(): Promise<void> {
    const { stepsMax, stopping } = this.options
    this.isSampling = true
    this.pace = this.expectsRequests() ? 1 : stepsMax
    let announcedMs = -Infinity
    do {
      if (this.nowMs() - announcedMs >= ANNOUNCE_EVERY_MS) {
        announcedMs = this.nowMs()
        this.options.foreground.onBulk?.()
      }
      const lagMs = await this.waitOnTimer()
      const waitMs = await this.waitOnDatabase(lagMs)
      if (waitMs !== null) this.pace = nextPace(this.pace, { hadRequests: this.hadRequests(), waitMs }, this.paceMax())
      this.admit()
    } while (this.isBusy() && !stopping.aborted)
    this.isSampling = false
  }

  /** Returns how late the event loop was. */
  private async waitOnTimer(): Promise<number> {
    const startedMs = this.nowMs()
    await this.options.pause(SAMPLE_EVERY_MS, this.options.stopping)
    return Math.max(0, this.nowMs() - startedMs - SAMPLE_EVERY_MS)
  }

  /** Adds the time of a statement. Null if it failed: an outage of the database says nothing about the pace. */
  private async waitOnDatabase(lagMs: number): Promise<number | null> {
    if (!this.hadRequests()) return lagMs
    const startedMs = this.nowMs()
    const isDone = await this.options.foreground.runStatement().then(
      () => true,
      () => false,
    )
    return isDone ? lagMs + this.nowMs() - startedMs : null
  }

  private async enter(): Promise<void> {
    if (this.running < this.places()) this.running++
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  private async leave(tookMs: number): Promise<void> {
    const restMs = Math.min(REST_MAX_MS, restMsAt(this.pace, tookMs))
    if (restMs > 0) await this.options.pause(restMs, this.options.stopping)
    this.running--
    this.admit()
  }

  private admit(): void {
    while (this.waiting.length > 0 && this.running < this.places()) {
      this.running++
      this.waiting.shift()!()
    }
  }

  private places(): number {
    return Math.min(this.options.stepsMax, Math.max(1, Math.floor(this.pace)))
  }

  /** The first requests after a time without any find short steps. */
  private paceMax(): Pace {
    const { stepsMax } = this.options
    return this.expectsRequests() ? stepsMax + LONG_LENGTH - SHORT_LENGTH : stepsMax
  }

  /** A pace beyond the number of steps makes each step longer. */
  private lengthMax(): number {
    if (!this.expectsRequests()) return Infinity
    return SHORT_LENGTH + Math.floor(Math.max(0, this.pace - this.options.stepsMax))
  }

  private isBusy(): boolean {
    return this.running > 0 || this.waiting.length > 0
  }

  private hadRequests(): boolean {
    return this.options.foreground.sinceRequestMs() < SAMPLED_MS
  }

  private expectsRequests(): boolean {
    return this.options.foreground.sinceRequestMs() < EXPECTED_MS
  }

  private nowMs(): number {
    return (this.options.nowMs ?? performance.now.bind(performance))()
  }
}
