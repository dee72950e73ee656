/** Limits how many callers do expensive work at a time. */
export type Semaphore = {
  readonly isFull: () => boolean
  /** Waits in the queue for a slot, does the work, and releases the slot when the work ends or fails. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>
}

export function createSemaphore(count: number): Semaphore {
  let free = count
  const queue: (() => void)[] = []

  async function acquire() {
    if (free === 0) await new Promise<void>((resolve) => queue.push(resolve))
    else free--
  }

  /** Hands the slot directly to the next caller in the queue, so that no other caller can take it first. */
  function release() {
    const next = queue.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    isFull: () => free === 0,
    async use(work) {
      await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

/** A semaphore that also limits the slots of each owner. */
export type SharedSemaphore = {
  /** Whether the owner would have to wait. */
  readonly isFullFor: (owner: string) => boolean
  /** How many callers of the owner have a slot or wait for one. */
  readonly usersOf: (owner: string) => number
  /** Waits for one of the owner's slots, then for one of the total slots. */
  readonly use: <T>(owner: string, work: () => Promise<T>) => Promise<T>
}

export function createSharedSemaphore({ count, ownerMax }: { count: number; ownerMax: number }): SharedSemaphore {
  const all = createSemaphore(count)
  const shares = new Map<string, Share>()

  /** Finds or creates the share of the owner. It is deleted when its last user leaves. */
  function join(owner: string): Share {
    const share = shares.get(owner) ?? { semaphore: createSemaphore(ownerMax), users: 0 }
    share.users++
    shares.set(owner, share)
    return share
  }

  function leave(owner: string, share: Share) {
    share.users--
    if (share.users === 0) shares.delete(owner)
  }

  return {
    isFullFor: (owner) => all.isFull() || (shares.get(owner)?.semaphore.isFull() ?? false),
    usersOf: (owner) => shares.get(owner)?.users ?? 0,
    async use(owner, work) {
      const share = join(owner)
      try {
        return await share.semaphore.use(() => all.use(work))
      } finally {
        leave(owner, share)
      }
    },
  }
}

type Share = { readonly semaphore: Semaphore; users: number }
