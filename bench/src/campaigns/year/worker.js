import {
  DeliverEvents,
  DispatchChunk,
  FinishMessage,
  RecomputeSchedules,
  RunDueJobs,
  RunImport,
  RunOccurrence,
  StartSend,
  WatchCanary,
} from '@carillon/core'

const JOBS_MAX = 6
const DEAD = new Error('the worker is dead')

/**
 * A process that works on jobs and can be dropped at any time: uncommitted work is rolled back, and its pending calls
 * never resolve.
 */
export class YearWorker {
  #ports
  #life = null

  constructor(ports) {
    this.#ports = ports
  }

  /** Recomputes schedules, as every starting process does; returns how many it moved. */
  async start() {
    const life = { unitsLeft: Infinity, isAlive: true, open: new Set(), end: null }
    life.ended = new Promise((resolve) => (life.end = resolve))
    const ports = { ...this.#ports, unitOfWork: crashing(this.#ports.unitOfWork, life) }
    const runDueJobs = new RunDueJobs({
      ...ports,
      finishMessage: new FinishMessage(ports),
      dispatchChunk: new DispatchChunk(ports),
      runOccurrence: new RunOccurrence(ports),
      startSend: new StartSend(ports),
      watchCanary: new WatchCanary(ports),
      deliverEvents: new DeliverEvents(ports),
      runImport: new RunImport(ports),
    })
    this.#life = { ...life, state: life, runDueJobs }
    return new RecomputeSchedules(ports).execute()
  }

  /** The worker completes `units` more units of work, and dies in the next, committed or not. `Infinity`: never. */
  dropAfter(units, { isCommitted = true } = {}) {
    Object.assign(this.#life.state, { unitsLeft: units, isCommitted })
  }

  get isAlive() {
    return this.#life?.state.isAlive ?? false
  }

  stop() {
    this.#life = null
  }

  /** Polls these lanes once and runs their jobs. If the worker dies, resolves once no unit of work is open. */
  async work(lanes) {
    if (!this.isAlive) return
    const { state, runDueJobs, ended } = this.#life
    await Promise.race([workOff(runDueJobs, lanes), ended])
    if (!state.isAlive) await Promise.allSettled([...state.open])
  }
}

async function workOff(runDueJobs, lanes) {
  const onFailure = ({ job, error }) => {
    throw new Error(`the job ${job.id} of the kind ${job.kind} failed`, { cause: error })
  }
  for (const lane of lanes) await runDueJobs.execute({ lane, jobsMax: JOBS_MAX, onFailure })
}

/** A unit of work of a process: once the process is dead, its calls never resolve, and open units are rolled back. */
function crashing(unitOfWork, life) {
  const die = () => {
    life.isAlive = false
    life.end()
  }
  const run = async (work) => {
    if (!life.isAlive) return never()
    const isLast = life.unitsLeft-- === 0
    const unit = unitOfWork.run(async (stores) => {
      const result = await work(stores)
      if (isLast && !life.isCommitted) die()
      if (!life.isAlive) throw DEAD
      return result
    })
    life.open.add(unit)
    try {
      const result = await unit
      if (isLast) die()
      return life.isAlive ? result : never()
    } catch (error) {
      if (life.isAlive) throw error
      return never()
    } finally {
      life.open.delete(unit)
    }
  }
  return { run, runOne: run }
}

function never() {
  return new Promise(() => undefined)
}
