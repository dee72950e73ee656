import { aJob, accountFixture } from '@carillon/contracts'
import {
  RunDueJobs,
  type ClaimedJob,
  type ClaimedJobOf,
  type JobFailure,
  type JobLane,
  type UnitOfWork,
} from '@carillon/core'
import type { Foreground } from '../worker/bulk-pacer.js'
import { startWorker, type Worker, type WorkerOptions, type WorkerReports } from '../worker/worker.js'
import { aPause } from './a-pause.js'
import { waitUntil } from './wait-until.js'

const workers: Worker[] = []

/** Must be called after each test. */
export async function stopWorkers(): Promise<void> {
  for (const worker of workers.splice(0)) await worker.stop({ graceMs: 0 })
}

/** The polling interval of the worker. */
export const POLL_MS = 1_000

type Adapters = Pick<ConstructorParameters<typeof RunDueJobs>[0], 'unitOfWork' | 'clock' | 'ids' | 'chance'>

type Given = {
  /** The work of a job. By default, the job is only finished. */
  readonly script?: (job: ClaimedJob, finish: () => Promise<unknown>) => Promise<unknown>
  readonly foreground?: Foreground
  /** The number of schedules that change when they are recomputed. */
  readonly moved?: number
  /** Whether recomputing the schedules continues until it is stopped. */
  readonly recomputesOn?: boolean
  /** Relays the events in the outbox, and returns their number. */
  readonly relay?: () => Promise<number>
}

/** A worker and an account, with pauses that the test ends. */
export async function openWorker(adapters: Adapters, given: Given = {}) {
  const { run, account } = await accountFixture(adapters)
  const { useCases, ...work } = scriptedWork(adapters, given)
  const { reports, reported } = recordingReports()
  const time = aPause()
  const lanesPaced: JobLane[] = []
  const begin: RunDueJobs['begin'] = (input) => {
    if (input.pacer !== undefined) lanesPaced.push(input.lane)
    return useCases.runDueJobs.begin(input)
  }
  return {
    ...time,
    ...work,
    reported,
    /** The lanes of the claims whose jobs get a pacer. */
    lanesPaced,
    start: () => {
      const worker = startWorker({
        useCases: { ...useCases, runDueJobs: { begin } },
        ...(given.foreground && { foreground: given.foreground }),
        reports,
        pause: time.pause,
      })
      workers.push(worker)
      return worker
    },
    jobs: (many: number, lane: JobLane = 'quick') =>
      run(({ jobs }) => jobs.put(Array.from({ length: many }, () => aJob({ account: account.id, lane })))),
  }
}

/** The work of the worker, with stores that can fail and a record of all calls. */
function scriptedWork(
  adapters: Adapters,
  { script = (_, finish) => finish(), moved = 0, recomputesOn = false, relay = async () => 0 }: Given,
) {
  let outage: Error | null = null
  const orOutage = <T>(work: () => Promise<T>) => (outage === null ? work() : Promise.reject(outage))
  const unitOfWork: UnitOfWork = {
    run: (work) => orOutage(() => adapters.unitOfWork.run(work)),
    runOne: (work) => unitOfWork.run(work),
  }
  const begun: ClaimedJob[] = []
  const ended: ClaimedJob[] = []
  const job = {
    async execute(job: ClaimedJob) {
      begun.push(job)
      await script(job, () => unitOfWork.run(({ jobs }) => jobs.finish(job)))
      ended.push(job)
    },
  }
  const executors = {
    finishMessage: job,
    dispatchChunk: job,
    runOccurrence: { ...job, executeTogether: async (jobs: readonly ClaimedJobOf<'run-occurrence'>[]) => jobs },
    startSend: job,
    watchCanary: job,
    deliverEvents: job,
    runImport: job,
  }
  const done = { trims: 0, recomputings: 0, relays: 0 }
  const counting = <T>(what: keyof typeof done, work: () => Promise<T>) => {
    done[what]++
    return orOutage(work)
  }
  const useCases: WorkerOptions['useCases'] = {
    runDueJobs: new RunDueJobs({ ...adapters, unitOfWork, ...executors }),
    relayEvents: { execute: () => counting('relays', relay) },
    trimExpired: { execute: () => counting('trims', async () => 0) },
    recomputeSchedules: {
      execute: ({ stopping } = {}) =>
        counting('recomputings', async () => {
          if (recomputesOn) await waitUntil(() => stopping?.aborted === true)
          return moved
        }),
    },
  }
  return {
    useCases,
    begun,
    ended,
    trims: () => done.trims,
    relays: () => done.relays,
    recomputings: () => done.recomputings,
    breakStores: (error: Error | null) => {
      outage = error
    },
  }
}

/** Records the reports of the worker, except for claims. */
function recordingReports() {
  const reported = {
    errors: [] as { readonly error: unknown; readonly message: string }[],
    failures: [] as JobFailure[],
    tries: [] as ClaimedJob[],
    moved: [] as number[],
  }
  const reports: WorkerReports = {
    onError: (error, message) => void reported.errors.push({ error, message }),
    onFailure: (failure) => void reported.failures.push(failure),
    onEnd: (job) => void reported.tries.push(job),
    onRecomputed: (moved) => void reported.moved.push(moved),
  }
  return { reports, reported }
}
