import { aJob, houseOf } from '@carillon/contracts'
import { RunDueJobs, type ClaimedJob, type JobLane } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { startWorker, type Pause, type Worker } from '@carillon/node'
import { Registry } from 'prom-client'
import { reportJobs } from '../worker/report-jobs.js'

const workers: Worker[] = []

/** For after each test. */
export async function stopWorkers(): Promise<void> {
  for (const worker of workers.splice(0)) await worker.stop({ graceMs: 0 })
}

/** Stops time until `pass` lets it pass, and knows who waits for how long. */
function aPause() {
  const waiting = new Set<{ durationMs: number; end: () => void }>()
  const pause: Pause = (durationMs, aborted) =>
    new Promise((resolve) => {
      const end = () => {
        waiting.delete(one)
        aborted.removeEventListener('abort', end)
        resolve()
      }
      const one = { durationMs, end }
      waiting.add(one)
      aborted.addEventListener('abort', end)
      if (durationMs === 0 || aborted.aborted) end()
    })
  const restsOf = (durationMs: number) => [...waiting].filter((one) => one.durationMs === durationMs)
  return {
    pause,
    restsOf,
    pass: (durationMs: number) => restsOf(durationMs).forEach(({ end }) => end()),
    /** Resolves as soon as so many wait for so long. */
    untilResting: async (durationMs: number, times = 1) => {
      await until(() => restsOf(durationMs).length >= times)
    },
  }
}

type Script = (job: ClaimedJob, finish: () => Promise<unknown>) => Promise<unknown>

type Options = {
  readonly moved?: number
  readonly recomputesOn?: boolean
  /** Hands on what waits in the outbox, and answers how much that was. */
  readonly relay?: () => Promise<number>
}

/** A worker on an account in memory, whose time stands still until the test lets it pass. */
export async function openWorker(
  script?: Script,
  { moved = 0, recomputesOn = false, relay = async () => 0 }: Options = {},
) {
  const adapters = inMemory()
  const house = await houseOf(adapters)
  const { run, account } = house
  let outage: Error | null = null
  const unitOfWork: typeof adapters.unitOfWork = {
    run: (work) => (outage === null ? adapters.unitOfWork.run(work) : Promise.reject(outage)),
    runOne: (work) => unitOfWork.run(work),
  }
  const begun: ClaimedJob[] = []
  const ended: ClaimedJob[] = []
  /** Does what the test says, in place of bringing messages to their end. */
  const finishMessage = {
    async execute(job: ClaimedJob) {
      begun.push(job)
      const finish = () => unitOfWork.run(({ jobs }) => jobs.finish(job))
      await (script ?? ((_, done) => done()))(job, finish)
      ended.push(job)
    },
  }
  const log: { level: string; fields: object; message: string }[] = []
  const record = (level: string) => (fields: object | string, message?: string) =>
    void log.push(
      typeof fields === 'string' ? { level, fields: {}, message: fields } : { level, fields, message: message! },
    )
  const time = aPause()
  let [trims, recomputings, relays] = [0, 0, 0]
  const registry = new Registry()
  const start = () => {
    const worker = startWorker({
      useCases: {
        runDueJobs: new RunDueJobs({
          ...adapters,
          unitOfWork,
          finishMessage,
          dispatchChunk: finishMessage,
          runOccurrence: finishMessage,
          startSend: finishMessage,
          deliverEvents: finishMessage,
        }),
        relayEvents: {
          execute() {
            relays++
            return outage === null ? relay() : Promise.reject(outage)
          },
        },
        trimExpired: { execute: async () => (outage === null ? ++trims : Promise.reject(outage)) },
        recomputeSchedules: {
          async execute({ stopping } = {}) {
            recomputings++
            if (outage !== null) throw outage
            if (recomputesOn) await until(() => stopping?.aborted === true)
            return moved
          },
        },
      },
      reports: reportJobs({ info: record('info'), warn: record('warn'), error: record('error') } as never, registry),
      pause: time.pause,
    })
    workers.push(worker)
    return worker
  }
  return {
    ...house,
    ...time,
    begun,
    ended,
    log,
    start,
    trims: () => trims,
    relays: () => relays,
    recomputings: () => recomputings,
    clock: adapters.clock,
    metric: async (name: string) => (await registry.getSingleMetric(name)!.get()).values,
    breakStores: (error: Error | null) => {
      outage = error
    },
    jobs: (many: number, lane: JobLane = 'quick') =>
      run(({ jobs }) => jobs.put(Array.from({ length: many }, () => aJob({ account: account.id, lane })))),
  }
}

/** Gives up at some time, so that a test that fails does not go on for ever. */
export async function until(holds: () => boolean) {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 20_000) throw new Error(`It never came true: ${holds.toString()}`)
    await new Promise(setImmediate)
  }
}

/** How long it rests between two looks for work. */
export const LOOK_AGAIN = 1_000
