import type { ServiceProcessId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'

/** A process of the service, which reports from time to time that it runs. */
export type ServiceProcess = {
  readonly id: ServiceProcessId
  /** `server` answers requests; `worker` only runs jobs. */
  readonly kind: 'server' | 'worker'
  readonly runsJobs: boolean
  readonly host: string
  readonly version: string
  readonly startedAt: Date
  readonly seenAt: Date
}

/** How often a process reports. */
export const PROCESS_REPORT_MS = 10_000

const MISSING_AFTER_MS = 3 * PROCESS_REPORT_MS + 5_000
const FORGOTTEN_AFTER_MS = 24 * 3_600_000

/** Whether the process has missed three reports: it was killed, is stalled, or cannot reach the database. */
export function isMissing({ seenAt }: ServiceProcess, now: Date): boolean {
  return seenAt < addMs(now, -MISSING_AFTER_MS)
}

/** Processes that were seen before this instant are not shown any more. */
export function forgottenBefore(now: Date): Date {
  return addMs(now, -FORGOTTEN_AFTER_MS)
}
