import type { Registry } from 'prom-client'
import type { WorkerCounts } from './worker-brief.js'

export type ReportCountsOptions = {
  readonly registry: Registry
  /** Resolves once this process has sent the counts. */
  readonly send: (counts: WorkerCounts) => Promise<void>
  readonly onError: (error: unknown) => void
}

const REPORT_EVERY_MS = 1_000

/** Reports the counts every second if they have changed, one report at a time. `end` sends the final counts. */
export function reportCounts({ registry, send, onError }: ReportCountsOptions): { end(): Promise<void> } {
  let last = ''
  let sending: Promise<void> | null = null
  const sendChanges = async () => {
    const counts = await registry.getMetricsAsJSON()
    const text = JSON.stringify(counts)
    if (text !== last) await send(counts)
    last = text
  }
  const sendNow = () =>
    (sending ??= sendChanges()
      .catch(onError)
      .finally(() => (sending = null)))
  const timer = setInterval(() => void sendNow(), REPORT_EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      await sending
      await sendNow()
    },
  }
}
