import type { UseCases } from '@carillon/container'
import { JOB_LANES, type JobLane } from '@carillon/core'
import type { Registry } from 'prom-client'
import type { Logger } from '../logger.js'
import { pauseOnClock, type Pause } from './pause.js'
import { reportJobs, type JobReports } from './report-jobs.js'
import { workLane } from './work-lane.js'

export type WorkerOptions = {
  readonly useCases: { readonly runDueJobs: Pick<UseCases['runDueJobs'], 'begin'>; readonly trimExpired: TrimExpired }
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly registry: Registry
  readonly pause?: Pause
}

type TrimExpired = Pick<UseCases['trimExpired'], 'execute'>

export type Worker = {
  /** Takes no new job, and lets those in hand end, for a while: the others are taken over when their lease ends. */
  stop(options: { readonly graceMs: number }): Promise<void>
}

/** A quick job waits for the provider most of the time, a bulk one keeps the database busy. */
const JOBS_MAX: Readonly<Record<JobLane, number>> = { quick: 16, bulk: 4 }
const TRIM_EVERY_MS = 600_000

/** Works in the background until it is stopped. Any number of them, anywhere, share the jobs of the service. */
export function startWorker({ useCases, logger, registry, pause = pauseOnClock }: WorkerOptions): Worker {
  const { runDueJobs, trimExpired } = useCases
  const reports = reportJobs(logger, registry)
  const stop = new AbortController()
  const stopping = stop.signal
  const lanes = JOB_LANES.map((lane) =>
    workLane({ lane, jobsMax: JOBS_MAX[lane], runDueJobs, pause, stopping, reports }),
  )
  const ended = Promise.all([...lanes, trimNowAndThen({ trimExpired, pause, stopping, reports })])
  return {
    async stop({ graceMs }) {
      stop.abort()
      const patience = new AbortController()
      await Promise.race([ended, pause(graceMs, patience.signal)])
      patience.abort()
    },
  }
}

type Trimming = { trimExpired: TrimExpired; pause: Pause; stopping: AbortSignal; reports: JobReports }

async function trimNowAndThen({ trimExpired, pause, stopping, reports }: Trimming): Promise<void> {
  while (!stopping.aborted) {
    await trimExpired
      .execute()
      .catch((error: unknown) => reports.onError(error, 'what has expired could not be trimmed'))
    await pause(TRIM_EVERY_MS, stopping)
  }
}
