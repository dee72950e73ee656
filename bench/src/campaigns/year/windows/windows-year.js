import { Once, SendMessage, StartBroadcast } from '@carillon/core'
import { createDice } from '../../../simulation/dice.js'
import { clockChangesIn } from './window-oracle.js'
import { openFixture } from '../fixture.js'
import { everyCarrier } from '../provider.js'
import { YearWorker } from '../worker.js'
import { createCustomers, OTHER_ZONES } from './customers.js'
import { judgeText, judgeWhole } from './judge-texts.js'
import { RecordingProvider } from './recording-provider.js'

const WORKERS = 2
const DAY_MS = 24 * 3_600_000
const TRY_LATER = 0.03

/**
 * A simulated year on one store. The clock moves to the next request or job; now and then a worker dies in the middle of its
 * work. Half of the requests come within a day of a change of some zone's clocks.
 */
export class WindowsYear {
  figures = {
    broadcasts: 0,
    'single messages': 0,
    texts: 0,
    held: 0,
    'too late': 0,
    'without windows': 0,
    'outcome unknown': 0,
    deaths: 0,
  }
  /** The requests: the customer, its recipients, the time, and the id of what was accepted. */
  sends = []
  /** The times at which workers died, in milliseconds. */
  deaths = []

  static async open({ store, seed, accounts, sends, deaths, fromMs, untilMs }) {
    const fixture = await openFixture(store, { seed, now: new Date(fromMs) })
    return new WindowsYear(fixture, { seed, accounts, sends, deaths, fromMs, untilMs })
  }

  constructor(fixture, { seed, accounts, sends, deaths, fromMs, untilMs }) {
    this.dice = createDice(seed)
    this.fixture = fixture
    this.size = { accounts, fromMs, untilMs }
    this.clock = fixture.adapters.clock
    this.provider = new RecordingProvider({ clock: this.clock, dice: this.dice, tryLater: TRY_LATER })
    this.ports = { ...fixture.adapters, provider: this.provider, directory: everyCarrier }
    this.requestsMs = this.#momentsOf(sends)
    this.deathRate = deaths / sends
    this.workers = Array.from({ length: WORKERS }, () => new YearWorker(this.ports))
    const once = new Once(this.ports)
    this.startBroadcast = new StartBroadcast({ ...this.ports, once })
    this.sendMessage = new SendMessage({ ...this.ports, once })
  }

  get nowMs() {
    return this.clock.now().getTime()
  }

  async run(say) {
    this.customers = await createCustomers(this.ports, this.dice, this.size)
    for (const worker of this.workers) await worker.start()
    let month = ''
    for (;;) {
      const jobMs = Math.min(...(await this.fixture.nextJobs()).values())
      const requestMs = this.requestsMs[0] ?? Infinity
      const nextMs = Math.min(jobMs, requestMs)
      if (nextMs === Infinity) break
      this.clock.set(new Date(Math.max(nextMs, this.nowMs)))
      if (nextMs === requestMs) await this.#request()
      await this.#work()
      if (this.clock.now().toISOString().slice(0, 7) === month) continue
      month = this.clock.now().toISOString().slice(0, 7)
      say(`${month}: ${this.sends.length} requests, ${this.provider.texts.size} texts`)
    }
    for (const send of this.sends) await judgeText(this, send)
    await judgeWhole(this)
    return this.figures
  }

  close() {
    return this.fixture.close()
  }

  #momentsOf(count) {
    const { dice } = this
    const { fromMs, untilMs } = this.size
    const changes = OTHER_ZONES.flatMap((zone) => clockChangesIn(zone, fromMs, untilMs))
    const near = () => Math.max(fromMs, dice.pick(changes) + dice.between(-DAY_MS, DAY_MS))
    const any = () => dice.between(fromMs, untilMs)
    return Array.from({ length: count }, () => (dice.hits(0.5) ? near() : any())).sort((one, other) => one - other)
  }

  async #request() {
    this.requestsMs.shift()
    const { dice, figures } = this
    const customer = dice.pick(this.customers)
    const { account, from, zoneOf } = customer
    const send = { customer, atMs: this.nowMs, body: `Text ${this.sends.length}` }
    const given = { account, from, body: send.body, mediaUrl: null, idempotencyKey: null }
    if (dice.hits(0.3)) {
      const to = dice.pick([...zoneOf.keys()])
      const { message } = await this.sendMessage.execute({ ...given, to, respectWindows: true })
      this.sends.push({ ...send, phones: [to], message: message.id })
      figures['single messages']++
      return
    }
    const phones = [...zoneOf.keys()]
    const recipients = { phones, keys: null, bodies: null, mediaUrls: null }
    const { broadcast } = await this.startBroadcast.execute({ ...given, kind: 'broadcast', recipients })
    this.sends.push({ ...send, phones, broadcast: broadcast.id })
    figures.broadcasts++
  }

  /** Runs the workers until nothing is due; one that dies is started again at once. */
  async #work() {
    if (this.dice.hits(this.deathRate / 4)) {
      this.dice.pick(this.workers).dropAfter(this.dice.between(0, 5), { isCommitted: this.dice.hits(0.5) })
    }
    for (;;) {
      const lanes = [...(await this.fixture.nextJobs())].flatMap(([lane, ms]) => (ms <= this.nowMs ? lane : []))
      if (lanes.length === 0) return
      await Promise.all(this.workers.map((worker) => worker.work(lanes)))
      for (const worker of this.workers.filter(({ isAlive }) => !isAlive)) {
        this.deaths.push(this.nowMs)
        this.figures.deaths++
        await worker.start()
      }
    }
  }
}
