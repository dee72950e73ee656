import { JOB_LANES } from '@carillon/core'
import { createDice } from '../../simulation/dice.js'
import { Acts } from './acts.js'
import { DueTexts } from './due-texts.js'
import { openFixture } from './fixture.js'
import { judgeEnd } from './judge-end.js'
import { compareSchedule } from './compare-schedule.js'
import { everyCarrier, YearProvider } from './provider.js'
import { People } from './people.js'
import { YearWorker } from './worker.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WORKERS = 2
/** The time until dropped work is taken over: its lease must expire first. */
const BACK_WITHIN_MS = 2 * MINUTE_MS
const OUTAGES_MS = [4 * MINUTE_MS, 25 * MINUTE_MS, 61 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 26 * HOUR_MS, 3 * DAY_MS]

/**
 * A simulated year on one store. The clock moves to the next planned send, random request or job. At each instant the
 * workers do the due work, and the arrived texts are compared with the expected texts: all must arrive on time, and no
 * other texts may arrive.
 */
export class Year {
  figures = {
    schedules: 0,
    occurrences: 0,
    sends: 0,
    texts: 0,
    asked: 0,
    looks: 0,
    outages: 0,
    restarts: 0,
    skipped: 0,
  }
  #due = new DueTexts()
  #recoveringUntilMs = 0
  #outageUntilMs = null

  static async open({ store, seed, schedules, fromMs, untilMs, restarts, outages }) {
    const fixture = await openFixture(store, { seed, now: new Date(fromMs) })
    return new Year(fixture, { seed, schedules, fromMs, untilMs, restarts, outages })
  }

  constructor(fixture, { seed, schedules, fromMs, untilMs, restarts, outages }) {
    this.dice = createDice(seed)
    this.fixture = fixture
    this.clock = fixture.adapters.clock
    this.provider = new YearProvider()
    this.ports = { ...fixture.adapters, provider: this.provider, directory: everyCarrier }
    this.people = new People(this.ports, this.dice)
    this.fromMs = fromMs
    this.untilMs = untilMs
    this.restarts = this.momentsOf(restarts)
    this.outages = this.momentsOf(outages)
    this.acts = new Acts(this, { schedules })
    this.workers = Array.from({ length: WORKERS }, () => new YearWorker(this.ports))
  }

  /** `count` random moments of the year, in order. */
  momentsOf(count) {
    const { dice, fromMs, untilMs } = this
    return Array.from({ length: count }, () => dice.between(fromMs, untilMs)).sort((a, b) => a - b)
  }

  get nowMs() {
    return this.clock.now().getTime()
  }

  get schedules() {
    return this.acts.schedules
  }

  async run(say) {
    await this.people.moveIn(Math.max(2, Math.ceil(this.acts.count / 60)))
    for (const worker of this.workers) await this.#start(worker)
    let month = ''
    while (this.nowMs < this.untilMs) {
      await this.#goOn()
      if (this.clock.now().toISOString().slice(0, 7) === month) continue
      month = this.clock.now().toISOString().slice(0, 7)
      say(`${month}: ${this.schedules.length} schedules, ${this.figures.texts} texts`)
    }
    await this.#settle()
    for (const schedule of this.schedules) await compareSchedule(this, schedule, { isWhole: true })
    await judgeEnd(this)
    return this.figures
  }

  close() {
    return this.fixture.close()
  }

  /** Whether the workers are running, and all dropped work was taken over. */
  get isSettled() {
    return this.#outageUntilMs === null && this.#recoveringUntilMs === 0
  }

  async #goOn() {
    if (this.#outageUntilMs !== null) return this.#sleep()
    const expectedMs = Math.min(...this.schedules.map((schedule) => schedule.nextMs()))
    const outageMs = this.#outageMs()
    const actMs = this.acts.nextMs()
    const jobMs = Math.min(...(await this.fixture.nextJobs()).values())
    if (this.#recoveringUntilMs > 0) return this.#recover(Math.min(expectedMs, jobMs))
    const nextMs = Math.min(expectedMs, outageMs, actMs, jobMs, this.untilMs)
    if (nextMs === actMs) {
      await this.#comeTo(actMs)
      await this.#work()
      await this.acts.act()
      await this.#work()
    } else if (nextMs === outageMs) {
      await this.#comeTo(outageMs)
      await this.#work()
      this.#breakDown()
    } else {
      await this.#meet(nextMs, { isPlanned: nextMs === expectedMs })
    }
  }

  /** Workers run at the time of the work or up to 2 seconds later, and sometimes just before that time too. */
  async #meet(ms, { isPlanned }) {
    const { dice } = this
    if (dice.hits(0.1) && ms - 1 > this.nowMs) {
      await this.#comeTo(ms - 1)
      for (const worker of this.workers) await worker.work(JOB_LANES)
      await this.#work()
    }
    await this.#comeTo(ms + (dice.hits(0.5) ? dice.between(1, 2_000) : 0))
    const isDropped = isPlanned && this.restarts.length > 0 && this.restarts[0] <= this.nowMs && !this.#hasWavesDue()
    const worker = dice.pick(this.workers)
    if (isDropped) worker.dropAfter(dice.between(0, 12), { isCommitted: dice.hits(0.5) })
    await this.#work()
    if (isDropped) worker.dropAfter(Infinity)
  }

  /**
   * Whether a wave may be due. No worker is dropped then: the next wave could be timed from either the planned or the
   * actual time of the interrupted wave.
   */
  #hasWavesDue() {
    const due = this.schedules.filter((schedule) => schedule.nextMs() <= this.nowMs)
    return due.some(({ waves, sends }) => [waves, ...sends.map((send) => send.waves)].some((one) => one !== null))
  }

  async #comeTo(ms) {
    this.clock.set(new Date(Math.max(ms, this.nowMs)))
  }

  async #work() {
    const { nowMs, people } = this
    for (const schedule of this.schedules) this.#due.expect(schedule.work(nowMs, people))
    await this.#workOff()
    for (const text of this.provider.arrived()) {
      this.#due.take(text, nowMs)
      this.figures.texts++
    }
    for (const worker of this.workers.filter(({ isAlive }) => !isAlive)) {
      this.restarts.shift()
      this.figures.restarts++
      this.#recoveringUntilMs = nowMs + BACK_WITHIN_MS
      await this.#start(worker)
    }
    if (this.#recoveringUntilMs === 0) this.#due.requireNoneLate(this.nowMs)
  }

  /** Runs all workers until nothing is due, or all have died. */
  async #workOff() {
    for (;;) {
      const lanes = [...(await this.fixture.nextJobs())].flatMap(([lane, ms]) => (ms <= this.nowMs ? lane : []))
      const alive = this.workers.filter(({ isAlive }) => isAlive)
      if (lanes.length === 0 || alive.length === 0) return
      await Promise.all(alive.map((worker) => worker.work(lanes)))
    }
  }

  async #start(worker) {
    const moved = await worker.start()
    if (moved > 0) throw new Error(`${moved} schedules were moved, though the rules of no zone have changed`)
  }

  async #recover(nextMs) {
    const untilMs = this.#recoveringUntilMs
    if (nextMs >= untilMs) this.#recoveringUntilMs = 0
    await this.#comeTo(Math.min(nextMs, untilMs))
    await this.#work()
  }

  /** When the next outage begins: preferably when an occurrence has been sent in some zones, but not yet in others. */
  #outageMs() {
    const [ms = Infinity] = this.outages
    if (ms > this.nowMs) return Infinity
    return this.#plannedMs() < Infinity || ms < this.nowMs - 5 * DAY_MS ? this.nowMs : Infinity
  }

  /** The time of the first planned send. */
  #plannedMs() {
    const planned = this.schedules.flatMap(({ sends }) => sends.filter(({ status }) => status === 'planned'))
    return Math.min(...planned.map(({ atMs }) => atMs))
  }

  /** Starts an outage, which mostly ends at about the time at which the planned sends become too late. */
  #breakDown() {
    const { dice, nowMs } = this
    this.outages.shift()
    this.figures.outages++
    const plannedMs = this.#plannedMs()
    const isAimed = plannedMs < Infinity && dice.hits(0.8)
    const untilMs = isAimed ? plannedMs + dice.between(55, 80) * MINUTE_MS : nowMs + dice.pick(OUTAGES_MS)
    this.#outageUntilMs = untilMs + dice.between(0, MINUTE_MS)
    for (const worker of this.workers) worker.stop()
  }

  /** Continues an outage: clients make requests while no worker runs. */
  async #sleep() {
    const actMs = this.acts.nextMs()
    if (actMs < this.#outageUntilMs) {
      await this.#comeTo(actMs)
      return this.acts.act()
    }
    await this.#comeTo(this.#outageUntilMs)
    this.#outageUntilMs = null
    for (const worker of this.workers) await this.#start(worker)
    await this.#work()
  }

  /** Continues until all work that a restart or an outage delayed is done. */
  async #settle() {
    if (this.#outageUntilMs !== null) await this.#sleep()
    while (!this.isSettled) await this.#goOn()
    await this.#comeTo(this.nowMs + SECOND_MS)
    await this.#work()
  }
}
