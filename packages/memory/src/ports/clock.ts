import type { Clock, Timer } from '@carillon/core'

/** Time stands still until somebody moves it. */
export class SimulationClock implements Clock {
  private nowMs: number
  private sleepers: Sleeper[] = []

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

  /** Resolves when the clock has come so far. */
  async until(instant: Date): Promise<void> {
    if (instant.getTime() <= this.nowMs) return
    await new Promise<void>((wake) => this.sleepers.push({ atMs: instant.getTime(), wake }))
  }

  /** When the first of those that wait wants to be woken; null when nobody waits. */
  nextWakeAt(): Date | null {
    if (this.sleepers.length === 0) return null
    return new Date(Math.min(...this.sleepers.map(({ atMs }) => atMs)))
  }

  private wake() {
    const due = this.sleepers.filter(({ atMs }) => atMs <= this.nowMs)
    this.sleepers = this.sleepers.filter(({ atMs }) => atMs > this.nowMs)
    for (const { wake } of due.toSorted((one, other) => one.atMs - other.atMs)) wake()
  }
}

type Sleeper = { readonly atMs: number; readonly wake: () => void }

/** Waits on the simulated clock: whoever moves it wakes those whose time has come. */
export class SimulationTimer implements Timer {
  constructor(private readonly clock: SimulationClock) {}

  wait(durationMs: number): Promise<void> {
    return this.clock.until(new Date(this.clock.now().getTime() + durationMs))
  }
}
