/** Returns a function that takes the number sent so far and returns the recent rate; null at the first call. */
export function sendingRate(): (look: { readonly atMs: number; readonly done: number }) => number | null {
  const looks: { readonly atMs: number; readonly done: number }[] = []
  return (look) => {
    looks.push(look)
    while (looks.length > 2 && look.atMs - looks[1]!.atMs >= WINDOW_MS) looks.shift()
    const first = looks[0]!
    return look.atMs > first.atMs ? ((look.done - first.done) * 1_000) / (look.atMs - first.atMs) : null
  }
}

/** Ignores older progress: the rate changes with the load of other senders and the speed of the provider. */
const WINDOW_MS = 10_000

/** Null if unknown. Uses the configured rate of the sender until some progress was measured. */
export function secondsLeftOf({ queued, perSecond, messagesPerSecond }: Pace): number | null {
  if (queued === 0) return 0
  const speed = perSecond || messagesPerSecond
  return speed === null || speed === undefined ? null : Math.ceil(queued / speed)
}

type Pace = {
  readonly queued: number
  readonly perSecond: number | null
  readonly messagesPerSecond: number | undefined
}
