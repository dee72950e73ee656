/** How many messages a second went out lately, each time that it is told how many are done. Null at the first time. */
export function sendingRate(): (look: { readonly atMs: number; readonly done: number }) => number | null {
  const looks: { readonly atMs: number; readonly done: number }[] = []
  return (look) => {
    looks.push(look)
    while (looks.length > 2 && look.atMs - looks[1]!.atMs >= WINDOW_MS) looks.shift()
    const first = looks[0]!
    return look.atMs > first.atMs ? ((look.done - first.done) * 1_000) / (look.atMs - first.atMs) : null
  }
}

/** What was long ago says nothing of now: others send too, and the provider is slow at times. */
const WINDOW_MS = 10_000

/** Null when nobody can know. A sender that keeps to a rate goes at that, as long as nothing was seen to go out. */
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
