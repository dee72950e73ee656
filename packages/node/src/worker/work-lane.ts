import { JOB_LEASE_MS, type ClaimedJob, type JobFailure, type JobLane, type RunDueJobs } from '@carillon/core'
import type { Pause } from './pause.js'

export type LaneOptions = {
  readonly lane: JobLane
  /** How many run at once. */
  readonly jobsMax: number
  readonly runDueJobs: Pick<RunDueJobs, 'begin'>
  readonly pause: Pause
  /** Once it is aborted, no more is claimed. */
  readonly stopping: AbortSignal
  readonly reports: LaneReports
}

export type LaneReports = {
  /** The jobs could be asked for. */
  onClaimed?(): void
  /** A try of a job has failed. */
  onFailure(failure: JobFailure): void
  /** A try of a job has ended, well or not. */
  onEnd?(job: ClaimedJob, tookMs: number): void
  /** Something else has failed, and is tried again. */
  onError(error: unknown, message: string): void
}

/** The longest that a due job is not noticed. */
const LOOK_AGAIN_MS = 1_000
const BACK_OFF_MAX_MS = 15_000

/** After a worker died or stalled, another one that has a free place begins its jobs within this time. */
export const TAKEN_OVER_WITHIN_MS = JOB_LEASE_MS + LOOK_AGAIN_MS

/**
 * Claims as soon as there is a free place and goes on while there is work, so that a slow job keeps only its own place.
 * Resolves when it was stopped and the jobs in hand have ended.
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
    if (begun === null) await pause(Math.min(LOOK_AGAIN_MS * 2 ** failures, BACK_OFF_MAX_MS), stopping)
    else if (begun === 0) await rest(options, running)
  }
  await Promise.all(running)
}

/** Until it is time to look again, or one of those that run is over: it may have brought up another. */
async function rest({ pause, stopping }: LaneOptions, running: ReadonlySet<Promise<void>>): Promise<void> {
  const isOver = new AbortController()
  await Promise.race([pause(LOOK_AGAIN_MS, AbortSignal.any([stopping, isOver.signal])), ...running])
  isOver.abort()
}

/** How many were begun; null when nobody can say whether there are any. */
async function beginMore(options: LaneOptions, running: Set<Promise<void>>): Promise<number | null> {
  const { lane, jobsMax, runDueJobs, reports } = options
  try {
    const onFailure = (failure: JobFailure) => reports.onFailure(failure)
    const begun = await runDueJobs.begin({ lane, jobsMax: jobsMax - running.size, onFailure })
    reports.onClaimed?.()
    const startedMs = performance.now()
    for (const { job, ended } of begun) {
      const over = ended.then(() => {
        running.delete(over)
        reports.onEnd?.(job, performance.now() - startedMs)
      })
      running.add(over)
    }
    return begun.length
  } catch (error) {
    reports.onError(error, 'jobs could not be claimed')
    return null
  }
}
