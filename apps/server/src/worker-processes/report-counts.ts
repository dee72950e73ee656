import type { Registry } from 'prom-client'
import type { WorkerCounts } from './worker-brief.js'

export type ReportCountsOptions = {
  readonly registry: Registry
  /** Resolves when it is out of the hands of this process. */
  readonly tell: (counts: WorkerCounts) => Promise<void>
  readonly onError: (error: unknown) => void
}

const TELL_EVERY_MS = 1_000

/** Tells every second what has been counted, where that has changed; one at a time. `end` tells the last of it. */
export function reportCounts({ registry, tell, onError }: ReportCountsOptions): { end(): Promise<void> } {
  let last = ''
  let telling: Promise<void> | null = null
  const tellNews = async () => {
    const counts = await registry.getMetricsAsJSON()
    const text = JSON.stringify(counts)
    if (text !== last) await tell(counts)
    last = text
  }
  const tellNow = () =>
    (telling ??= tellNews()
      .catch(onError)
      .finally(() => (telling = null)))
  const timer = setInterval(() => void tellNow(), TELL_EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      await telling
      await tellNow()
    },
  }
}
