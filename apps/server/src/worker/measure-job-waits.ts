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
  /** For so long a scrape waits for the database. */
  readonly patienceMs?: number
}

/** Prometheus itself gives up after 10 s, unless it is told otherwise. */
const PATIENCE_MS = 3_000

/**
 * How long due jobs wait, asked at each scrape. A scrape always has its answer: where the database does not give one in
 * time, the gauge is left out of it. Until that one comes no other is asked for, however many scrapes there are.
 */
export function measureJobWaits({ registry, patienceMs = PATIENCE_MS, ...asked }: MeasureJobWaitsOptions) {
  let asking: Promise<readonly LaneWait[]> | null = null
  return new Gauge({
    name: 'carillon_jobs_wait_seconds',
    help: 'How long the job that is due longest in a lane has waited for a worker; 0 where none is due',
    labelNames: ['lane'] as const,
    registers: [registry],
    async collect() {
      asking ??= orNone(asked).finally(() => (asking = null))
      const waits = await inTime(asking, patienceMs)
      this.reset()
      for (const { lane, waitedMs } of waits) this.set({ lane }, waitedMs / 1_000)
    },
  })
}

type Asked = Pick<MeasureJobWaitsOptions, 'readJobWaits' | 'logger'>

/** Of an outage others have more to tell. */
async function orNone({ readJobWaits, logger }: Asked): Promise<readonly LaneWait[]> {
  try {
    return await readJobWaits.execute()
  } catch (error) {
    if (!isOutage(error)) logger.warn({ error: traceOf(error) }, 'nobody can tell how long jobs wait')
    return []
  }
}

/** None where they do not come. */
async function inTime(waits: Promise<readonly LaneWait[]>, patienceMs: number): Promise<readonly LaneWait[]> {
  const patience = new AbortController()
  const late = sleep(patienceMs, [], { signal: patience.signal }).catch(() => [])
  try {
    return await Promise.race([waits, late])
  } finally {
    patience.abort()
  }
}
