export type GathererOptions<Item, Result> = {
  /** How many items one call of `work` may get. */
  readonly max: number
  /**
   * Returns the results in the order of the items. Rejects if it has not worked on any of them, or if working on them
   * again changes nothing.
   */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Only items with the same placement are worked on together. Default: all have the same. */
  readonly placementOf?: (item: Item) => string
}

/**
 * Turns calls that come at the same time into one: items that come while others are being worked on wait, and are
 * worked on together. An item that finds nothing in progress does not wait at all. If the work on several items fails,
 * each is worked on alone, so that none fails because of another; all at the same time, so that they do not wait for
 * each other's time-outs.
 */
export class Gatherer<Item, Result = void> {
  /** By placement; a list exists as long as items of its placement are being worked on. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()

  constructor(private readonly options: GathererOptions<Item, Result>) {}

  /** Resolves with the result of the item. */
  add(item: Item): Promise<Result> {
    const placement = this.options.placementOf?.(item) ?? ''
    return new Promise((resolve, reject) => {
      const one = { item, resolve, reject }
      const waiting = this.#waiting.get(placement)
      if (waiting === undefined) void this.#drain(placement, [one])
      else waiting.push(one)
    })
  }

  async #drain(placement: string, waiting: Waiting<Item, Result>[]): Promise<void> {
    this.#waiting.set(placement, waiting)
    while (waiting.length > 0) await this.#workOn(waiting.splice(0, this.options.max))
    this.#waiting.delete(placement)
  }

  async #workOn(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.work(some.map(({ item }) => item))
      some.forEach(({ resolve }, i) => resolve(results[i]!))
    } catch (error) {
      if (some.length === 1) some[0]!.reject(error)
      else await Promise.all(some.map((one) => this.#workOn([one])))
    }
  }
}

type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
