import { isOutage } from '@carillon/postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logging/logger.js'
import { traceOf } from '../logging/trace-of.js'

export type ReadInTimeOptions<T> = {
  readonly read: () => Promise<readonly T[]>
  readonly logger: Pick<Logger, 'warn'>
  /** The log line of a failure. */
  readonly failure: string
  /** How long a scrape waits for the database. */
  readonly timeoutMs?: number
}

/** Shorter than the scrape timeout of Prometheus, which is 10 s by default. */
const TIMEOUT_MS = 3_000

/**
 * Reads values for gauges at each scrape. A scrape always completes: if the database does not respond in time, there are no
 * values. Reads once at a time, however many scrapes and gauges there are.
 */
export function readInTime<T>({ timeoutMs = TIMEOUT_MS, ...options }: ReadInTimeOptions<T>) {
  let reading: Promise<readonly T[]> | null = null
  return (): Promise<readonly T[]> => {
    reading ??= orNone(options).finally(() => (reading = null))
    return inTime(reading, timeoutMs)
  }
}

/** Empty on failure. Does not log an outage, because other parts of the worker report it. */
async function orNone<T>({ read, logger, failure }: ReadInTimeOptions<T>): Promise<readonly T[]> {
  try {
    return await read()
  } catch (error) {
    if (!isOutage(error)) logger.warn({ error: traceOf(error) }, failure)
    return []
  }
}

/** Empty on timeout. */
async function inTime<T>(values: Promise<readonly T[]>, timeoutMs: number): Promise<readonly T[]> {
  const timeout = new AbortController()
  const late = sleep(timeoutMs, [], { signal: timeout.signal }).catch(() => [])
  try {
    return await Promise.race([values, late])
  } finally {
    timeout.abort()
  }
}
