/** Works on items one batch after another: the items that come during a batch are in the next one, up to `max`. */
export class Gatherer<T> {
  #waiting: Waiting<T>[] = []
  #isWorking = false

  constructor(private readonly options: GathererOptions<T>) {}

  /** Resolves when the item was worked on. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isWorking) void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.length > 0) await this.#workOn(this.#waiting.splice(0, this.options.max))
    this.#isWorking = false
    this.options.onIdle()
  }

  /** If a batch fails, works on each item alone, so that one faulty item does not fail the others. */
  async #workOn(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.options.work(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) await this.#workOn([one])
    }
  }
}

export type GathererOptions<T> = {
  readonly max: number
  /** Rejects if it has not worked on any of the items. */
  readonly work: (items: readonly T[]) => Promise<void>
  /** Called when no item is left. */
  readonly onIdle: () => void
}

type Waiting<T> = {
  readonly item: T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
