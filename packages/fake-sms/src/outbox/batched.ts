const ITEMS_MAX = 100

type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Items that arrive while a batch is in progress wait, and form the next batch: a database handles many at once in
 * hardly more time than one. If a batch fails, its items are retried one by one, so that none fails because of another.
 */
export function batched<Item, Result>(
  handle: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isBusy = false

  async function handleWaiting() {
    isBusy = true
    while (waiting.length > 0) await settle(waiting.splice(0, ITEMS_MAX))
    isBusy = false
  }

  async function settle(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await handle(some.map(({ item }) => item))
      some.forEach(({ resolve }, i) => resolve(results[i]!))
    } catch (error) {
      if (some.length === 1) some[0]!.reject(error)
      else for (const one of some) await settle([one])
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void handleWaiting()
    })
}
