import type { Registry } from 'prom-client'
import type { WorkerCounts } from './worker-brief.js'

export type ReportCountsOptions = {
  readonly registry: Registry
  /** Resolves once this process has sent the counts. */
  readonly tell: (counts: WorkerCounts) => Promise<void>
  readonly onError: (error: unknown) => void
}

const TELL_EVERY_MS = 1_000

/** Reports the counts every second if they changed, one report at a time. `end` sends the final counts. */
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
