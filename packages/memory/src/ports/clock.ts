import type { Clock, Timer } from '@carillon/core'

/** A clock whose time only changes when a test or simulation moves it. */
export class SimulationClock implements Clock {
  private nowMs: number
  /** Sorted by wake time, latest first; among equal times, the sleeper that was added last comes first. */
  private readonly sleepers: Sleeper[] = []

  constructor(start: Date) {
    this.nowMs = start.getTime()
  }

  now(): Date {
    return new Date(this.nowMs)
  }

  set(instant: Date) {
    this.nowMs = instant.getTime()
    this.wake()
  }

  advance(byMs: number) {
    this.set(new Date(this.nowMs + byMs))
  }

  /** Resolves when the clock has reached the instant. */
  async until(instant: Date): Promise<void> {
    if (instant.getTime() <= this.nowMs) return
    await new Promise<void>((wake) => this.add({ atMs: instant.getTime(), wake }))
  }

  /** The next time at which a sleeper wakes; null if there are no sleepers. */
  nextWakeAt(): Date | null {
    const next = this.sleepers.at(-1)
    return next === undefined ? null : new Date(next.atMs)
  }

  private add(sleeper: Sleeper) {
    const later = this.sleepers.findLastIndex(({ atMs }) => atMs > sleeper.atMs)
    this.sleepers.splice(later + 1, 0, sleeper)
  }

  private wake() {
    while ((this.sleepers.at(-1)?.atMs ?? Infinity) <= this.nowMs) this.sleepers.pop()!.wake()
  }
}

type Sleeper = { readonly atMs: number; readonly wake: () => void }

/** Waits on the simulated clock: moving the clock wakes the sleepers that are due. */
export class SimulationTimer implements Timer {
  constructor(private readonly clock: SimulationClock) {}

  wait(durationMs: number): Promise<void> {
    return this.clock.until(new Date(this.clock.now().getTime() + durationMs))
  }
}
