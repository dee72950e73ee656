import {
  backoffMs,
  deadJobError,
  JOB_ATTEMPTS_MAX,
  JOB_LEASE_MS,
  mayDie,
  type ClaimedJob,
  type JobLane,
} from '../../model/jobs/job.js'
import type { Pacer } from '../../model/jobs/pacer.js'
import type { Chance, Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import { onDead } from '../broadcasts/chunk-job.js'
import type { WatchCanary } from '../broadcasts/watch-canary.js'
import { failDeadImport, type RunImport } from '../contact-imports/run-import.js'
import type { DispatchChunk } from '../dispatch/dispatch-chunk.js'
import type { FinishMessage } from '../messages/finish-message.js'
import type { RunOccurrence } from '../schedules/run-occurrence.js'
import type { StartSend } from '../schedules/start-send.js'
import type { DeliverEvents } from '../webhooks/deliver-events.js'
import {
  areWaiting,
  claimInTurn,
  claimOfWaiting,
  FIRST_TURNS,
  type Claimed,
  type ClaimInTurn,
  type Turns,
} from './claim-in-turn.js'

export type RunDueJobsInput = {
  readonly lane: JobLane
  /** The maximum number of batches that the round begins: of jobs, except in the lane of schedules. */
  readonly jobsMax: number
  /** Called for every failed attempt, once it is known whether the job is dead. */
  readonly onFailure: (failure: JobFailure) => void
  /** Paces the steps of bulk jobs. By default, each runs at once. */
  readonly pacer?: Pacer
}

type RunOptions = Pick<RunDueJobsInput, 'onFailure' | 'pacer'>

export type JobFailure = { readonly job: ClaimedJob; readonly error: unknown; readonly isDead: boolean }

/**
 * Claimed jobs that are running: one job, or a batch of small ones. `ended` resolves when the batch has nothing more to
 * run, whether its jobs succeeded or failed. Another batch of the same round may still be running one of them.
 */
export type RunningBatch = { readonly jobs: readonly ClaimedJob[]; readonly ended: Promise<void> }

/** The maximum number of jobs of schedules that one poll claims: they are small, and thousands are due at once. */
const TIMED_JOBS_MAX = 32

/** One round of a worker. Any number of workers in any number of processes share the work. */
export class RunDueJobs {
  /** The next round of a lane continues after the last account that it has served. */
  private readonly turns = new Map<JobLane, Turns>()

  constructor(
    private readonly deps: {
      unitOfWork: UnitOfWork
      clock: Clock
      ids: Ids
      chance: Chance
      finishMessage: Pick<FinishMessage, 'execute'>
      dispatchChunk: Pick<DispatchChunk, 'execute'>
      runOccurrence: Pick<RunOccurrence, 'execute' | 'executeTogether'>
      startSend: Pick<StartSend, 'execute'>
      watchCanary: Pick<WatchCanary, 'execute'>
      deliverEvents: Pick<DeliverEvents, 'execute'>
      runImport: Pick<RunImport, 'execute'>
    },
  ) {}

  /** Runs due jobs and returns the number of jobs that it ran. If the number is not 0, more jobs may be due. */
  async execute(input: RunDueJobsInput): Promise<number> {
    const running = await this.begin(input)
    await Promise.all(running.map(({ ended }) => ended))
    return running.flatMap(({ jobs }) => jobs).length
  }

  /**
   * Claims due jobs and begins at most `jobsMax` batches of them, for callers that claim more as soon as the first
   * batch ends. Up to `jobsMax` jobs get a batch each, so that none waits for another. Those that cannot run together may
   * each take seconds: the batches take them one by one, so that a batch that has ended its own helps the others.
   */
  async begin({ lane, jobsMax, ...options }: RunDueJobsInput): Promise<readonly RunningBatch[]> {
    const claimed = await this.claim(lane, lane === 'timed' ? Math.max(jobsMax, TIMED_JOBS_MAX) : jobsMax)
    const batches = inEqualParts(claimed, Math.min(jobsMax, claimed.length))
    const left: ClaimedJob[] = []
    const runBatch = async (batch: readonly ClaimedJob[]) => {
      left.push(...(await this.runTogether(batch)))
      for (let job = left.shift(); job !== undefined; job = left.shift()) await this.run(job, options)
    }
    return batches.map((jobs) => ({ jobs, ended: runBatch(jobs) }))
  }

  /**
   * Begins the occurrences of small audiences in one transaction, and returns the jobs that remain. After a failure all
   * remain, so that one faulty job does not fail the others.
   */
  private async runTogether(batch: readonly ClaimedJob[]): Promise<readonly ClaimedJob[]> {
    const occurrences = batch.filter((job) => job.kind === 'run-occurrence')
    if (occurrences.length < 2) return batch
    const alone = await this.deps.runOccurrence.executeTogether(occurrences).catch(() => occurrences)
    return batch.filter((job) => job.kind !== 'run-occurrence' || alone.includes(job))
  }

  private async claim(lane: JobLane, jobsMax: number): Promise<readonly ClaimedJob[]> {
    const { unitOfWork, clock, ids } = this.deps
    const claimOf = (turns: Turns): ClaimInTurn => {
      const now = clock.now()
      return { lane, now, leaseUntil: addMs(now, JOB_LEASE_MS), fence: ids.next('job'), jobsMax, turns }
    }
    const turns = this.turns.get(lane) ?? FIRST_TURNS
    const claim = claimOf(turns)
    if (areWaiting(claim)) {
      this.turns.set(lane, { ...turns, waiting: [] })
      // The node of a waiting account may be down. Those that are found now can be reached.
      const claimed = await unitOfWork.run(({ jobs }) => claimOfWaiting(jobs, claim)).catch(() => null)
      if (claimed !== null && claimed.jobs.length > 0) return this.next(lane, claimed)
    }
    const found = await unitOfWork.run(({ jobs }) => claimInTurn(jobs, claimOf(turns)))
    if (found.jobs.length > 0 || found.turns.after === turns.after) return this.next(lane, found)
    // Other workers have claimed all jobs of these accounts meanwhile, but others may have due jobs too.
    return this.next(lane, await unitOfWork.run(({ jobs }) => claimInTurn(jobs, claimOf(found.turns))))
  }

  private next(lane: JobLane, { jobs, turns }: Claimed): readonly ClaimedJob[] {
    this.turns.set(lane, turns)
    return jobs
  }

  private async run(job: ClaimedJob, { onFailure, pacer }: RunOptions): Promise<void> {
    try {
      if (mayDie(job) && job.attempt > JOB_ATTEMPTS_MAX)
        throw new Error('Every worker that ran this job stopped before the job ended')
      await this.work(job, pacer)
    } catch (error) {
      const isDead = await this.requeue(job, error).catch((later: unknown) => {
        onFailure({ job, error: later, isDead: false })
        return false
      })
      onFailure({ job, error, isDead })
    }
  }

  /** Runs the use case for the job's kind. */
  private async work(job: ClaimedJob, pacer: Pacer | undefined): Promise<void> {
    switch (job.kind) {
      case 'finish-message':
        return this.deps.finishMessage.execute(job)
      case 'dispatch-chunk':
        return this.deps.dispatchChunk.execute(job, pacer)
      case 'run-occurrence':
        return this.deps.runOccurrence.execute(job)
      case 'start-send':
        return this.deps.startSend.execute(job)
      case 'watch-canary':
        return this.deps.watchCanary.execute(job)
      case 'run-import':
        return this.deps.runImport.execute(job, pacer)
      case 'deliver-events':
        return this.deps.deliverEvents.execute(job)
      default:
        throw unknownKind(job)
    }
  }

  /** Returns whether the job is dead now. Does not change a job that another worker has claimed. */
  private async requeue(job: ClaimedJob, error: unknown): Promise<boolean> {
    const now = this.deps.clock.now()
    const runAt = addMs(now, backoffMs(job.attempt, this.deps.chance.next()))
    const note = deadJobError(error)
    return this.deps.unitOfWork.run(async (stores) => {
      if (!mayDie(job) || job.attempt < JOB_ATTEMPTS_MAX) {
        await stores.jobs.postpone(job, { runAt })
        return false
      }
      const isDead = await stores.jobs.markDead(job, { at: now, error: note })
      if (isDead && job.kind === 'run-import') await failDeadImport(stores, job, now)
      else if (isDead) await onDead(stores, job, now)
      return isDead
    })
  }
}

/** Each part has consecutive items, and at most one more than another part. */
function inEqualParts<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const start = (part: number) => Math.floor((part * items.length) / count)
  return Array.from({ length: count }, (_, part) => items.slice(start(part), start(part + 1)))
}

/** A newer version of the service may have added the job: it is postponed until a newer worker claims it. */
function unknownKind(job: never): Error {
  return new Error(`No job of the kind ${JSON.stringify((job as ClaimedJob).kind)} is known to this worker`)
}
