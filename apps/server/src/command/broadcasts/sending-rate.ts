/** Returns a function that computes the recent rate from the number sent so far; on its first call it returns null. */
export function sendingRate(): (sample: { readonly atMs: number; readonly done: number }) => number | null {
  const samples: { readonly atMs: number; readonly done: number }[] = []
  return (sample) => {
    samples.push(sample)
    while (samples.length > 2 && sample.atMs - samples[1]!.atMs >= WINDOW_MS) samples.shift()
    const first = samples[0]!
    return sample.atMs > first.atMs ? ((sample.done - first.done) * 1_000) / (sample.atMs - first.atMs) : null
  }
}

/** Older progress is ignored: the rate changes with the load of other senders and the speed of the provider. */
const WINDOW_MS = 10_000

/** Null if unknown. Uses the configured rate of the sender while no progress is measured. */
export function secondsLeftOf({ queued, perSecond, ...rate }: SendingSpeed): number | null {
  if (queued === 0) return 0
  const { messagesPerSecond, partsPerMessage = 1 } = rate
  const speed = perSecond || (messagesPerSecond && messagesPerSecond / partsPerMessage)
  return speed === null || speed === undefined ? null : Math.ceil(queued / speed)
}

type SendingSpeed = {
  readonly queued: number
  readonly perSecond: number | null
  readonly messagesPerSecond: number | undefined
  /** For how many of the rate a message counts; 1 by default. */
  readonly partsPerMessage?: number | undefined
}
