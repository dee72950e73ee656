import type { Clock } from '@carillon/core'

/** Time stands still until somebody moves it. */
export class SimulationClock implements Clock {
  private nowMs: number

  constructor(start: Date) {
    this.nowMs = start.getTime()
  }

  now(): Date {
    return new Date(this.nowMs)
  }

  set(instant: Date) {
    this.nowMs = instant.getTime()
  }

  advance(byMs: number) {
    this.nowMs += byMs
  }
}
