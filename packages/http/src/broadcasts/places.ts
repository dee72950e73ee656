/** Places for work that needs much: so many do it at a time. */
export type Places = {
  readonly areTaken: () => boolean
  /** Waits in line for a place, and gives it back whatever comes of the work. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>
}

export function placesFor(count: number): Places {
  let free = count
  const line: (() => void)[] = []

  async function take() {
    if (free === 0) await new Promise<void>((resolve) => line.push(resolve))
    else free--
  }

  /** Whoever is next in line has the place before anybody else can see it free. */
  function giveBack() {
    const next = line.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    areTaken: () => free === 0,
    async use(work) {
      await take()
      try {
        return await work()
      } finally {
        giveBack()
      }
    },
  }
}

/** Places that no owner has more than a share of. */
export type SharedPlaces = {
  /** Whether the owner would have to wait. */
  readonly areTakenFor: (owner: string) => boolean
  /** How many of the owner have a place or wait for one. */
  readonly usersOf: (owner: string) => number
  /** Waits in line for a place of the share, and then for one of all. */
  readonly use: <T>(owner: string, work: () => Promise<T>) => Promise<T>
}

export function sharedPlacesFor({ count, ownerMax }: { count: number; ownerMax: number }): SharedPlaces {
  const all = placesFor(count)
  const shares = new Map<string, Share>()

  /** Kept only as long as somebody has a place of it or waits for one. */
  function join(owner: string): Share {
    const share = shares.get(owner) ?? { places: placesFor(ownerMax), users: 0 }
    share.users++
    shares.set(owner, share)
    return share
  }

  function leave(owner: string, share: Share) {
    share.users--
    if (share.users === 0) shares.delete(owner)
  }

  return {
    areTakenFor: (owner) => all.areTaken() || (shares.get(owner)?.places.areTaken() ?? false),
    usersOf: (owner) => shares.get(owner)?.users ?? 0,
    async use(owner, work) {
      const share = join(owner)
      try {
        return await share.places.use(() => all.use(work))
      } finally {
        leave(owner, share)
      }
    },
  }
}

type Share = { readonly places: Places; users: number }
