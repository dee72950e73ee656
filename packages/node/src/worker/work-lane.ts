import { JOB_LEASE_MS, type ClaimedJob, type JobFailure, type JobLane, type RunDueJobs } from '@carillon/core'
import type { Pause } from './pause.js'

export type LaneOptions = {
  readonly lane: JobLane
  /** The maximum number of concurrent jobs, or batches of small jobs. */
  readonly jobsMax: number
  readonly runDueJobs: Pick<RunDueJobs, 'begin'>
  readonly pause: Pause
  /** Once this is aborted, no more jobs are claimed. */
  readonly stopping: AbortSignal
  readonly reports: LaneReports
}

export type LaneReports = {
  /** A poll for jobs succeeded. */
  onClaimed?(): void
  /** A try of a job has failed. */
  onFailure(failure: JobFailure): void
  /** A try of a job has ended, successfully or not. The time of a batch counts in equal parts for its jobs. */
  onEnd?(job: ClaimedJob, tookMs: number): void
  /** Another operation has failed, and will be retried. */
  onError(error: unknown, message: string): void
}

/** The polling interval: the longest time until a due job is noticed. */
const POLL_MS = 1_000
const BACK_OFF_MAX_MS = 15_000

/** If a worker dies or stalls, another worker with free capacity takes over its jobs within this time. */
export const TAKEN_OVER_WITHIN_MS = JOB_LEASE_MS + POLL_MS

/**
 * Claims jobs whenever there is free capacity, so that a slow job blocks no other job.
 * Resolves after it was stopped and the running jobs have ended.
 */
export async function workLane(options: LaneOptions): Promise<void> {
  const { pause, jobsMax, stopping } = options
  const running = new Set<Promise<void>>()
  for (let failures = 0; !stopping.aborted;) {
    if (running.size >= jobsMax) {
      await Promise.race(running)
      continue
    }
    const begun = await beginMore(options, running)
    failures = begun === null ? failures + 1 : 0
    if (begun === null) await pause(Math.min(POLL_MS * 2 ** failures, BACK_OFF_MAX_MS), stopping)
    else if (begun === 0) await rest(options, running)
  }
  await Promise.all(running)
}

/** Waits for the next poll, or until a running job ends, because the job may have created another job. */
async function rest({ pause, stopping }: LaneOptions, running: ReadonlySet<Promise<void>>): Promise<void> {
  const isOver = new AbortController()
  await Promise.race([pause(POLL_MS, AbortSignal.any([stopping, isOver.signal])), ...running])
  isOver.abort()
}

/** Returns how many batches were begun; null if the poll failed. */
async function beginMore(options: LaneOptions, running: Set<Promise<void>>): Promise<number | null> {
  const { lane, jobsMax, runDueJobs, reports } = options
  try {
    const onFailure = (failure: JobFailure) => reports.onFailure(failure)
    const begun = await runDueJobs.begin({ lane, jobsMax: jobsMax - running.size, onFailure })
    reports.onClaimed?.()
    const startedMs = performance.now()
    for (const { jobs, ended } of begun) {
      const over = ended.then(() => {
        running.delete(over)
        const tookMs = (performance.now() - startedMs) / jobs.length
        for (const job of jobs) reports.onEnd?.(job, tookMs)
      })
      running.add(over)
    }
    return begun.length
  } catch (error) {
    reports.onError(error, 'jobs could not be claimed')
    return null
  }
}
