/** How many recipients were done at an instant. */
export type PaceSample = { readonly atMs: number; readonly done: number }

export type Pace = {
  readonly perSecond: number
  /** How long the rest takes at this pace. */
  readonly secondsLeft: number
}

/** The pace of the last seconds says more about the next ones than that of the whole broadcast, with its pauses. */
const WINDOW_MS = 20_000

export function withSample(samples: readonly PaceSample[], sample: PaceSample): readonly PaceSample[] {
  const last = samples.at(-1)
  if (last !== undefined && (sample.atMs <= last.atMs || sample.done < last.done)) return [sample]
  const kept = samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS)
  return [...kept, sample]
}

/** Null until something has been sent between two samples that are at least a second apart. */
export function paceOf(samples: readonly PaceSample[], left: number): Pace | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return null
  const seconds = (last.atMs - first.atMs) / 1_000
  const perSecond = seconds < 1 ? 0 : (last.done - first.done) / seconds
  return perSecond === 0 ? null : { perSecond, secondsLeft: left / perSecond }
}

/** A duration as people estimate it: nobody needs to know that it is 3 minutes and 41 seconds. */
export function roughly(seconds: number): string {
  if (seconds < 50) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
  const hours = Math.round(seconds / 3_600)
  return hours < 48 ? `about ${hours} hours` : `about ${Math.round(hours / 24)} days`
}
