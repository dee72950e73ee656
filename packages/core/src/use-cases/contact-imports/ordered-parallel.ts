export type OrderedParallelOptions<Item, Job, Result> = {
  /** Done at once when an item comes, in the order of the items. */
  prepare(item: Item): Job
  run(job: Job): Promise<Result>
  /** Whether the later of two jobs must not begin before the earlier one has ended. */
  mustFollow(earlier: Job, later: Job): boolean
  readonly underWayMax: number
}

/**
 * A few jobs are under way at a time, and what each came to is given in the order of the items, as soon as it is
 * there, whether or not the next item has come. Besides those under way one item is asked for, and none while nobody
 * asks for results. The first failure ends it, in its turn and not before the other jobs under way have ended.
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
    // Not waited for: it may be in the middle of waiting for an item that nobody wants any more.
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

/** Null when the oldest job has ended before the item came, well or not; an item that fails waits for all jobs. */
function firstOf<T>(upcoming: Promise<T>, oldest: Promise<unknown> | undefined): Promise<T | null> {
  if (oldest === undefined) return upcoming
  const ended = oldest.then(
    () => null,
    () => null,
  )
  return Promise.race([upcoming.catch(() => ended), ended])
}

/** A failure is met where its turn comes, and is not unhandled until then. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
