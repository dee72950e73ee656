import type { Timer } from '@carillon/core'
import type { SimulationClock } from './clock.js'

/** Waits on the simulated clock: whoever moves it wakes those whose time has come. */
export class SimulationTimer implements Timer {
  constructor(private readonly clock: SimulationClock) {}

  wait(durationMs: number): Promise<void> {
    return this.clock.until(new Date(this.clock.now().getTime() + durationMs))
  }
}
