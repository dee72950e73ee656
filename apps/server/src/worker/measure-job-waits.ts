import type { LaneWait, ReadJobWaits } from '@carillon/core'
import { isOutage } from '@carillon/postgres'
import { Gauge, type Registry } from 'prom-client'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logging/logger.js'
import { traceOf } from '../logging/trace-of.js'

export type MeasureJobWaitsOptions = {
  readonly registry: Registry
  readonly readJobWaits: Pick<ReadJobWaits, 'execute'>
  readonly logger: Pick<Logger, 'warn'>
  /** How long a scrape waits for the database. */
  readonly timeoutMs?: number
}

/** Shorter than the scrape timeout of Prometheus, which is 10 s by default. */
const TIMEOUT_MS = 3_000

/**
 * Measures at each scrape how long due jobs wait. A scrape always completes: if the database does not respond in
 * time, the gauge is omitted. Runs one query at a time, however many scrapes there are.
 */
export function measureJobWaits({ registry, timeoutMs = TIMEOUT_MS, ...deps }: MeasureJobWaitsOptions) {
  let reading: Promise<readonly LaneWait[]> | null = null
  return new Gauge({
    name: 'carillon_jobs_wait_seconds',
    help: 'How long the oldest due job of a lane has waited for a worker; 0 if none is due',
    labelNames: ['lane'] as const,
    registers: [registry],
    async collect() {
      reading ??= orNone(deps).finally(() => (reading = null))
      const waits = await inTime(reading, timeoutMs)
      this.reset()
      for (const { lane, waitedMs } of waits) this.set({ lane }, waitedMs / 1_000)
    },
  })
}

type ReadDeps = Pick<MeasureJobWaitsOptions, 'readJobWaits' | 'logger'>

/** Empty on failure. Does not log an outage, because other parts of the worker report it. */
async function orNone({ readJobWaits, logger }: ReadDeps): Promise<readonly LaneWait[]> {
  try {
    return await readJobWaits.execute()
  } catch (error) {
    if (!isOutage(error)) logger.warn({ error: traceOf(error) }, 'the waiting time of jobs could not be read')
    return []
  }
}

/** Empty on timeout. */
async function inTime(waits: Promise<readonly LaneWait[]>, timeoutMs: number): Promise<readonly LaneWait[]> {
  const timeout = new AbortController()
  const late = sleep(timeoutMs, [], { signal: timeout.signal }).catch(() => [])
  try {
    return await Promise.race([waits, late])
  } finally {
    timeout.abort()
  }
}
