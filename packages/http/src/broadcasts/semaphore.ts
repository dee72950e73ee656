/** Places for work that needs much: so many do it at a time. */
export type Semaphore = {
  readonly isFull: () => boolean
  /** Waits in line for a place, and gives it back whatever comes of the work. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>
}

export function createSemaphore(count: number): Semaphore {
  let free = count
  const queue: (() => void)[] = []

  async function acquire() {
    if (free === 0) await new Promise<void>((resolve) => queue.push(resolve))
    else free--
  }

  /** Whoever is next in line has the place before anybody else can see it free. */
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

/** Places that no owner has more than a share of. */
export type SharedSemaphore = {
  /** Whether the owner would have to wait. */
  readonly isFullFor: (owner: string) => boolean
  /** How many of the owner have a place or wait for one. */
  readonly usersOf: (owner: string) => number
  /** Waits in line for a place of the share, and then for one of all. */
  readonly use: <T>(owner: string, work: () => Promise<T>) => Promise<T>
}

export function createSharedSemaphore({ count, ownerMax }: { count: number; ownerMax: number }): SharedSemaphore {
  const all = createSemaphore(count)
  const shares = new Map<string, Share>()

  /** Kept only as long as somebody has a place of it or waits for one. */
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
