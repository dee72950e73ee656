import { DomainError, JOB_LANES } from '@carillon/core'
import { InjectedFault } from './faults.js'
import { createLife } from './life.js'

/** Few for schedules, so that jobs that are due together share a batch. */
const JOBS_MAX = { quick: 4, bulk: 4, timed: 1, webhooks: 4, 'slow-webhooks': 4 }
/** The time between two polls of a worker for jobs. */
const POLL_MS = { quick: 2_000, bulk: 20_000, timed: 20_000, webhooks: 5_000, 'slow-webhooks': 5_000 }
/** These lanes continue after the rest of the world has ended, because posts to an endpoint are retried for days. */
const LANES_OF_WEBHOOKS = ['webhooks', 'slow-webhooks']
/** The time between two polls while there is more to do. Otherwise a broadcast of a slow sender would take days. */
const POLL_SOON_MS = 300

/** A process of the service with its worker. When the process dies, another replaces it within 20 seconds. */
export class SimulatedProcess {
  #starts = 0

  constructor(world, name) {
    this.world = world
    this.name = name
  }

  start() {
    const { world } = this
    this.life = createLife(world, { name: `${this.name}${++this.#starts}`, onDeath: () => void this.#restart() })
    for (const lane of JOB_LANES) void this.#work(this.life, lane)
    void this.#relay(this.life)
    void this.call('recomputeSchedules')
  }

  get deaths() {
    return this.#starts - 1
  }

  async #restart() {
    await this.world.pass(this.world.dice.between(1, 20_000))
    this.start()
  }

  /**
   * The result that a caller gets within the timeout: an `answer`, a `refusal` with its code, a `failure`, or
   * `silence`. A use case may fail only with a `DomainError` or an injected fault.
   */
  async call(useCase, input, { timeoutMs = 30_000 } = {}) {
    const { world, life } = this
    if (!life.isAlive) return { kind: 'failure' }
    const call = life.useCases[useCase].execute(input).then(
      (value) => ({ kind: 'answer', value }),
      (error) => this.#outcomeOf(useCase, error),
    )
    const outcome = await Promise.race([call, world.pass(timeoutMs).then(() => ({ kind: 'silence' }))])
    world.trace.say(`${life.name} ${useCase}: ${outcome.kind} ${outcome.code ?? ''}`)
    return outcome
  }

  #outcomeOf(useCase, error) {
    if (error instanceof DomainError) return { kind: 'refusal', code: error.code }
    if (!(error instanceof InjectedFault)) this.world.breaks(`${useCase} failed like a bug`, error.stack)
    return { kind: 'failure' }
  }

  async #work(life, lane) {
    const { world } = this
    let running = 0
    while (life.isAlive && (!world.isOver || LANES_OF_WEBHOOKS.includes(lane))) {
      if (!world.outages.workersArePaused && this.#mayHaveWork(lane)) {
        try {
          const options = { lane, jobsMax: JOBS_MAX[lane] - running, onFailure: (failure) => this.#judge(failure) }
          const begun = running === JOBS_MAX[lane] ? [] : await life.useCases.runDueJobs.begin(options)
          running += begun.length
          for (const { ended } of begun) void ended.then(() => running--)
        } catch (error) {
          this.#outcomeOf('runDueJobs', error)
        }
      }
      await world.pass(this.#nextPollMs(lane, running))
    }
  }

  /** Lanes of webhooks are polled only if they have a job; the others are always polled, as by real workers. */
  #mayHaveWork(lane) {
    return !LANES_OF_WEBHOOKS.includes(lane) || this.world.records.all('jobs').some((job) => job.lane === lane)
  }

  /** Polls the outbox only if it has events; otherwise polling would be most of the work of a world. */
  async #relay(life) {
    const { world } = this
    while (life.isAlive) {
      let relayed = 0
      if (!world.outages.workersArePaused && world.records.count('outbox') > 0) {
        try {
          relayed = await life.useCases.relayEvents.execute()
        } catch (error) {
          this.#outcomeOf('relayEvents', error)
        }
      }
      await world.pass(relayed > 0 ? POLL_SOON_MS : POLL_MS.quick * world.pollFactor)
    }
  }

  #nextPollMs(lane, running) {
    const { records, pollFactor, adapters, outages } = this.world
    const pollMs = POLL_MS[lane] * pollFactor
    if (outages.workersArePaused) return pollMs
    const hasMore = running > 0 && (lane === 'bulk' || lane === 'timed')
    if (running === JOBS_MAX[lane] || hasMore) return POLL_SOON_MS
    if (lane === 'quick') return pollMs
    const jobs = records.all('jobs').filter((job) => job.lane === lane)
    const dueMs = Math.min(...jobs.map(({ runAt }) => runAt.getTime())) - adapters.clock.now().getTime()
    return Math.min(pollMs, Math.max(POLL_SOON_MS, dueMs))
  }

  #judge({ job, error, isDead }) {
    this.world.trace.say(`${this.name} job ${job.id} failed${isDead ? ' and is dead' : ''}: ${error.message}`)
    this.#outcomeOf(job.kind, error)
  }
}
