import { DomainError, JOB_LANES } from '@carillon/core'
import { InjectedFault } from './faults.js'
import { createLife } from './life.js'

const JOBS_MAX = 4
/** How often an impatient worker polls for jobs. */
const LOOK_AGAIN_MS = { quick: 2_000, bulk: 20_000, timed: 20_000, webhooks: 5_000, 'slow-webhooks': 5_000 }
/** These lanes continue after the rest of the world has ended, because an endpoint is tried for days. */
const LANES_OF_WEBHOOKS = ['webhooks', 'slow-webhooks']
/** How often it polls while there is more to do; otherwise a broadcast of a slow sender would take days. */
const LOOK_SOON_MS = 300

/** A process of the service with its worker. When it dies, another replaces it some seconds later. */
export class SimulatedProcess {
  #lives = 0

  constructor(world, name) {
    this.world = world
    this.name = name
  }

  start() {
    const { world } = this
    this.life = createLife(world, { name: `${this.name}${++this.#lives}`, onDeath: () => void this.#restart() })
    for (const lane of JOB_LANES) void this.#work(this.life, lane)
    void this.#relay(this.life)
    void this.ask('recomputeSchedules')
  }

  get deaths() {
    return this.#lives - 1
  }

  async #restart() {
    await this.world.pass(this.world.dice.between(1, 20_000))
    this.start()
  }

  /**
   * The result that a caller gets within its patience: an `answer`, a `refusal` with its code, a `failure`, or
   * `silence`. A use case may fail only with a `DomainError` or an injected fault.
   */
  async ask(useCase, input, { patienceMs = 30_000 } = {}) {
    const { world, life } = this
    if (!life.isAlive) return { kind: 'failure' }
    const call = life.useCases[useCase].execute(input).then(
      (value) => ({ kind: 'answer', value }),
      (error) => this.#outcomeOf(useCase, error),
    )
    const outcome = await Promise.race([call, world.pass(patienceMs).then(() => ({ kind: 'silence' }))])
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
      if (!world.weather.workersRest && this.#mayHaveWork(lane)) {
        try {
          const options = { lane, jobsMax: JOBS_MAX - running, onFailure: (failure) => this.#judge(failure) }
          const begun = running === JOBS_MAX ? [] : await life.useCases.runDueJobs.begin(options)
          running += begun.length
          for (const { ended } of begun) void ended.then(() => running--)
        } catch (error) {
          this.#outcomeOf('runDueJobs', error)
        }
      }
      await world.pass(this.#untilNextLookMs(lane, running))
    }
  }

  /** The other lanes poll even if there is no job, as real workers do. */
  #mayHaveWork(lane) {
    return !LANES_OF_WEBHOOKS.includes(lane) || this.world.records.all('jobs').some((job) => job.lane === lane)
  }

  /** Polls the outbox only if it has events; otherwise polling would be most of the work of a world. */
  async #relay(life) {
    const { world } = this
    while (life.isAlive) {
      let relayed = 0
      if (!world.weather.workersRest && world.records.count('outbox') > 0) {
        try {
          relayed = await life.useCases.relayEvents.execute()
        } catch (error) {
          this.#outcomeOf('relayEvents', error)
        }
      }
      await world.pass(relayed > 0 ? LOOK_SOON_MS : LOOK_AGAIN_MS.quick * world.leisure)
    }
  }

  #untilNextLookMs(lane, running) {
    const { records, leisure, adapters, weather } = this.world
    const lookAgainMs = LOOK_AGAIN_MS[lane] * leisure
    if (weather.workersRest) return lookAgainMs
    const hasMore = running > 0 && (lane === 'bulk' || lane === 'timed')
    if (running === JOBS_MAX || hasMore) return LOOK_SOON_MS
    if (lane === 'quick') return lookAgainMs
    const jobs = records.all('jobs').filter((job) => job.lane === lane)
    const dueMs = Math.min(...jobs.map(({ runAt }) => runAt.getTime())) - adapters.clock.now().getTime()
    return Math.min(lookAgainMs, Math.max(LOOK_SOON_MS, dueMs))
  }

  #judge({ job, error, isDead }) {
    this.world.trace.say(`${this.name} job ${job.id} failed${isDead ? ' and is dead' : ''}: ${error.message}`)
    this.#outcomeOf(job.kind, error)
  }
}
