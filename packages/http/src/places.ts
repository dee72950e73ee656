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
