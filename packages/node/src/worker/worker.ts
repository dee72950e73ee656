import { JOB_LANES, type JobLane, type Pacer, type UseCases } from '@carillon/core'
import { BulkPacer, type Foreground } from './bulk-pacer.js'
import { pauseOnClock, type Pause } from './pause.js'
import { relayFirst } from './relay-first.js'
import { workLane, type LaneReports } from './work-lane.js'

export type WorkerOptions = {
  readonly useCases: {
    readonly runDueJobs: Pick<UseCases['runDueJobs'], 'begin'>
    readonly relayEvents: Pick<UseCases['relayEvents'], 'execute'>
    readonly trimExpired: TrimExpired
    readonly recomputeSchedules: RecomputeSchedules
  }
  /** Receives the reports of the worker. A worker continues after any failure, so its reports must be logged. */
  readonly reports: WorkerReports
  /** If given, bulk jobs slow down while requests would wait for them. */
  readonly foreground?: Foreground
  readonly pause?: Pause
}

export type WorkerReports = LaneReports & {
  /** `moved` schedules got a new time, because the rules of their time zones changed. */
  onRecomputed?(moved: number): void
}

type TrimExpired = Pick<UseCases['trimExpired'], 'execute'>
type RecomputeSchedules = Pick<UseCases['recomputeSchedules'], 'execute'>

export type Worker = {
  /**
   * Claims no new jobs and waits up to `graceMs` for running jobs. Other workers take over the rest when their leases
   * end.
   */
  stop(options: { readonly graceMs: number }): Promise<void>
}

/**
 * A quick job mostly waits for the provider; a bulk job keeps the database busy. A timed job is short, unless it stores
 * a large audience, which uses a connection for seconds. Of the ten connections in a process, bulk and timed jobs leave
 * two for requests, quick jobs, and polling. With only two concurrent timed jobs, a thousand schedules that were due at
 * the same time took nearly twice as long to start. A webhook job waits for an endpoint, up to 18 s if it hangs, and an
 * outage of a cloud region makes many endpoints hang: hence the high limit. The results of all webhook jobs are stored
 * over a few connections.
 */
const JOBS_MAX: Readonly<Record<JobLane, number>> = {
  quick: 16,
  bulk: 4,
  timed: 4,
  webhooks: 400,
  'slow-webhooks': 200,
}
const TRIM_EVERY_MS = 600_000
const RECOMPUTE_AGAIN_MS = 60_000

/** Runs jobs in the background until stopped. Any number of workers, on any machine, share the jobs of the service. */
export function startWorker({ useCases, reports, foreground, pause = pauseOnClock }: WorkerOptions): Worker {
  const { runDueJobs, relayEvents, trimExpired, recomputeSchedules } = useCases
  const stop = new AbortController()
  const stopping = stop.signal
  const shared = { pause, stopping, reports }
  const onRelayFailure = (error: unknown) => reports.onError(error, 'events could not be passed on to webhooks')
  const runners: Partial<Record<JobLane, typeof runDueJobs>> = {
    webhooks: relayFirst({ relayEvents, runDueJobs, pause, stopping, onRelayFailure }),
    ...(foreground && {
      bulk: paced(runDueJobs, new BulkPacer({ foreground, pause, stopping, stepsMax: JOBS_MAX.bulk })),
    }),
  }
  const lanes = JOB_LANES.map((lane) =>
    workLane({ lane, jobsMax: JOBS_MAX[lane], runDueJobs: runners[lane] ?? runDueJobs, ...shared }),
  )
  const trimming = trimNowAndThen({ trimExpired, ...shared })
  const recomputing = recomputeOnce({ recomputeSchedules, ...shared })
  const ended = Promise.all([...lanes, trimming, recomputing])
  return {
    async stop({ graceMs }) {
      stop.abort()
      const grace = new AbortController()
      await Promise.race([ended, pause(graceMs, grace.signal)])
      grace.abort()
    },
  }
}

function paced(runDueJobs: Pick<UseCases['runDueJobs'], 'begin'>, pacer: Pacer): typeof runDueJobs {
  return { begin: (input) => runDueJobs.begin({ ...input, pacer }) }
}

type LoopOptions = { readonly pause: Pause; readonly stopping: AbortSignal; readonly reports: WorkerReports }
type Trimming = LoopOptions & { readonly trimExpired: TrimExpired }

async function trimNowAndThen({ trimExpired, pause, stopping, reports }: Trimming): Promise<void> {
  while (!stopping.aborted) {
    await trimExpired
      .execute({ stopping })
      .catch((error: unknown) => reports.onError(error, 'expired data could not be removed'))
    await pause(TRIM_EVERY_MS, stopping)
  }
}

type Recomputing = LoopOptions & { readonly recomputeSchedules: RecomputeSchedules }

/**
 * Recomputes the schedules once per process, because the time zone rules may differ from those of the last process. If
 * this is stopped before the end, the next process recomputes the schedules.
 */
async function recomputeOnce({ recomputeSchedules, pause, stopping, reports }: Recomputing): Promise<void> {
  while (!stopping.aborted) {
    try {
      const moved = await recomputeSchedules.execute({ stopping })
      if (moved > 0) reports.onRecomputed?.(moved)
      return
    } catch (error) {
      reports.onError(error, 'the next sends of schedules could not be recomputed')
      await pause(RECOMPUTE_AGAIN_MS, stopping)
    }
  }
}
