import type { ReadJobWaits } from '@carillon/core'
import { Gauge, type Registry } from 'prom-client'
import { readInTime, type ReadInTimeOptions } from './read-in-time.js'

export type MeasureJobWaitsOptions = Pick<ReadInTimeOptions<unknown>, 'logger' | 'timeoutMs'> & {
  readonly registry: Registry
  readonly readJobWaits: Pick<ReadJobWaits, 'execute'>
}

/** Measures at each scrape how long due jobs wait. If the database does not respond in time, the gauge is omitted. */
export function measureJobWaits({ registry, readJobWaits, ...options }: MeasureJobWaitsOptions) {
  const read = readInTime({
    read: () => readJobWaits.execute(),
    failure: 'the waiting time of jobs could not be read',
    ...options,
  })
  return new Gauge({
    name: 'carillon_jobs_wait_seconds',
    help: 'How long the oldest due job of a lane has waited for a worker; 0 if none is due',
    labelNames: ['lane'] as const,
    registers: [registry],
    async collect() {
      const waits = await read()
      this.reset()
      for (const { lane, waitedMs } of waits) this.set({ lane }, waitedMs / 1_000)
    },
  })
}
