export type GathererOptions<Item, Result> = {
  /** How many items one call of `work` may get. */
  readonly max: number
  /**
   * Returns the results in the order of the items. After a rejection each item is worked on again, alone, so a call that
   * rejects must have changed nothing, or repeating it must be harmless.
   */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Only items with the same placement are worked on together. Default: all have the same. */
  readonly placementOf?: (item: Item) => string
  /**
   * How many calls of `work` there may be at once for a placement. A further one begins when as many items wait as are
   * being worked on. Default: 1.
   */
  readonly callsMax?: number
}

/**
 * Turns calls that come at the same time into one: items that come while others are being worked on wait, and are
 * worked on together. An item that finds nothing in progress does not wait at all. If the work on several items fails,
 * each is worked on alone, so that none fails because of another; all at the same time, so that they do not wait for
 * each other's time-outs.
 */
export class Gatherer<Item, Result = void> {
  /** By placement, as long as items of it are being worked on. */
  readonly #queues = new Map<string, Queue<Item, Result>>()

  constructor(private readonly options: GathererOptions<Item, Result>) {}

  /** Resolves with the result of the item. */
  add(item: Item): Promise<Result> {
    const placement = this.options.placementOf?.(item) ?? ''
    const queue = this.#queues.get(placement) ?? { waiting: [], calls: 0, inProgress: 0 }
    this.#queues.set(placement, queue)
    return new Promise((resolve, reject) => {
      queue.waiting.push({ item, resolve, reject })
      this.#next(placement, queue)
    })
  }

  /** Begins a call if it is time for one. */
  #next(placement: string, queue: Queue<Item, Result>): void {
    const { waiting, calls, inProgress } = queue
    const mayBegin = calls === 0 || (calls < (this.options.callsMax ?? 1) && waiting.length >= inProgress)
    if (waiting.length > 0 && mayBegin) void this.#call(placement, queue)
    else if (calls === 0) this.#queues.delete(placement)
  }

  async #call(placement: string, queue: Queue<Item, Result>): Promise<void> {
    const some = queue.waiting.splice(0, this.options.max)
    queue.calls++
    queue.inProgress += some.length
    await this.#workOn(some)
    queue.calls--
    queue.inProgress -= some.length
    this.#next(placement, queue)
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

type Queue<Item, Result> = {
  readonly waiting: Waiting<Item, Result>[]
  calls: number
  /** How many items are being worked on. */
  inProgress: number
}

type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
