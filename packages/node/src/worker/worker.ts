import { JOB_LANES, type JobLane, type UseCases } from '@carillon/core'
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
  /** Who is told how it goes. A worker goes on whatever fails, so somebody has to hear of it. */
  readonly reports: WorkerReports
  readonly pause?: Pause
}

export type WorkerReports = LaneReports & {
  /** So many schedules have moved, since the rules of their time zones have changed. */
  onRecomputed?(moved: number): void
}

type TrimExpired = Pick<UseCases['trimExpired'], 'execute'>
type RecomputeSchedules = Pick<UseCases['recomputeSchedules'], 'execute'>

export type Worker = {
  /** Takes no new job, and lets those in hand end, for a while: the others are taken over when their lease ends. */
  stop(options: { readonly graceMs: number }): Promise<void>
}

/**
 * A quick job waits for the provider most of the time, a bulk one keeps the database busy. A timed one is short, unless
 * it fixes a large audience: then it holds a connection for seconds. Of the ten that a process has, bulk and timed jobs
 * together leave two: for requests, for quick jobs, and for the looks for work. With two timed ones only, a thousand
 * schedules that are due at once took nearly twice as long to start. A job of webhooks waits for an endpoint, up to 18 s
 * for one that hangs, and when a region of some cloud goes down, many hang that were prompt: hence so many places. What
 * the jobs of all endpoints store goes over a few connections.
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

/** Works in the background until it is stopped. Any number of them, anywhere, share the jobs of the service. */
export function startWorker({ useCases, reports, pause = pauseOnClock }: WorkerOptions): Worker {
  const { runDueJobs, relayEvents, trimExpired, recomputeSchedules } = useCases
  const stop = new AbortController()
  const stopping = stop.signal
  const beside = { pause, stopping, reports }
  const onRelayFailure = (error: unknown) => reports.onError(error, 'events could not be handed on to webhooks')
  const looks: Partial<Record<JobLane, typeof runDueJobs>> = {
    webhooks: relayFirst({ relayEvents, runDueJobs, pause, stopping, onRelayFailure }),
  }
  const lanes = JOB_LANES.map((lane) =>
    workLane({ lane, jobsMax: JOBS_MAX[lane], runDueJobs: looks[lane] ?? runDueJobs, ...beside }),
  )
  const trimming = trimNowAndThen({ trimExpired, ...beside })
  const recomputing = recomputeOnce({ recomputeSchedules, ...beside })
  const ended = Promise.all([...lanes, trimming, recomputing])
  return {
    async stop({ graceMs }) {
      stop.abort()
      const patience = new AbortController()
      await Promise.race([ended, pause(graceMs, patience.signal)])
      patience.abort()
    },
  }
}

type Beside = { readonly pause: Pause; readonly stopping: AbortSignal; readonly reports: WorkerReports }
type Trimming = Beside & { readonly trimExpired: TrimExpired }

async function trimNowAndThen({ trimExpired, pause, stopping, reports }: Trimming): Promise<void> {
  while (!stopping.aborted) {
    await trimExpired
      .execute({ stopping })
      .catch((error: unknown) => reports.onError(error, 'what has expired could not be trimmed'))
    await pause(TRIM_EVERY_MS, stopping)
  }
}

type Recomputing = Beside & { readonly recomputeSchedules: RecomputeSchedules }

/**
 * This process may know other rules of the time zones than the last one. Once it has gone through, it is never done
 * again; where it was stopped before, the next process does it.
 */
async function recomputeOnce({ recomputeSchedules, pause, stopping, reports }: Recomputing): Promise<void> {
  while (!stopping.aborted) {
    try {
      const moved = await recomputeSchedules.execute({ stopping })
      if (moved > 0) reports.onRecomputed?.(moved)
      return
    } catch (error) {
      reports.onError(error, 'the next sends of schedules could not be computed again')
      await pause(RECOMPUTE_AGAIN_MS, stopping)
    }
  }
}
