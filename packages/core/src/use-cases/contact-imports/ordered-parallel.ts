export type OrderedParallelOptions<Item, Job, Result> = {
  /** Called when an item arrives, in the order of the items. */
  prepare(item: Item): Job
  run(job: Job): Promise<Result>
  /** Whether the later of two jobs must not begin before the earlier one has ended. */
  mustFollow(earlier: Job, later: Job): boolean
  readonly underWayMax: number
}

/**
 * Runs a few jobs at a time and yields their results in the order of the items, each as soon as it is available, even
 * if the next item has not arrived. Besides the running jobs it reads one item ahead, and only while results are
 * requested. The first failure, in the order of the items, ends the run after the other running jobs have ended.
 */
export async function* orderedParallel<Item, Job, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { prepare, run, mustFollow, underWayMax }: OrderedParallelOptions<Item, Job, Result>,
): AsyncGenerator<Result> {
  const source = all(items)
  const underWay: { readonly job: Job; readonly result: Promise<Result> }[] = []
  const oldest = () => underWay.shift()!.result
  try {
    let upcoming = nextOf(source)
    for (;;) {
      const isFull = underWay.length === underWayMax
      const came = isFull ? null : await firstOf(upcoming, underWay[0]?.result)
      if (came === null) yield await oldest()
      else if (came.done) break
      else {
        upcoming = nextOf(source)
        const job = prepare(came.value)
        while (underWay.some((earlier) => mustFollow(earlier.job, job))) yield await oldest()
        underWay.push({ job, result: quiet(run(job)) })
      }
    }
    while (underWay.length > 0) yield await oldest()
  } finally {
    // Not awaited: the source may still be waiting for an item that is no longer needed.
    void quiet(source.return(undefined))
    await Promise.allSettled(underWay.map(({ result }) => result))
  }
}

async function* all<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, undefined> {
  yield* items
}

function nextOf<T>(source: AsyncGenerator<T, undefined>): Promise<IteratorResult<T>> {
  return quiet(source.next())
}

/** Null if the oldest job ends or fails before the item arrives. If the source fails, throws once no job is running. */
function firstOf<T>(upcoming: Promise<T>, oldest: Promise<unknown> | undefined): Promise<T | null> {
  if (oldest === undefined) return upcoming
  const ended = oldest.then(
    () => null,
    () => null,
  )
  return Promise.race([upcoming.catch(() => ended), ended])
}

/** Marks a rejection as handled until the promise is awaited in its turn. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
