import { Overloaded } from '../connection/overloaded.js'

type QueueLimits = { readonly runningMax: number; readonly waitingMax: number }

/** Runs a few look-ups at a time, in the order of their arrival. Refuses more when too many are waiting. */
export class LookUpQueue {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly limits: QueueLimits) {}

  async run<T>(lookUp: () => Promise<T>): Promise<T> {
    await this.turn()
    try {
      return await lookUp()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.running--
      else next()
    }
  }

  /** A look-up that ends passes its turn on, so `running` stays the same. */
  private async turn(): Promise<void> {
    const { runningMax, waitingMax } = this.limits
    if (this.running < runningMax) {
      this.running++
      return
    }
    if (this.waiting.length >= waitingMax) {
      throw new Overloaded(`${waitingMax} look-ups of API keys are already waiting for the database`)
    }
    await new Promise<void>((begin) => this.waiting.push(begin))
  }
}
