import { ApplyAccount, CreateContact, EVENT_TYPES, JoinGroup, parsePhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { ACTORS } from './actors.js'
import { Broken } from './broken.js'
import { createDice } from './dice.js'
import { INVARIANTS } from './invariants.js'
import { SimulatedProcess } from './process.js'
import { SimulatedProvider } from './provider.js'
import { Records } from './records.js'
import { taleOf } from './tale.js'
import { FIRST_NAME, LAST_NAME, urlsIn } from './texts.js'
import { createTrace } from './trace.js'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const KINDS_OF_PROVIDER = [
  { deduplicates: true, canBeAsked: false },
  { deduplicates: false, canBeAsked: true },
  { deduplicates: true, canBeAsked: true },
  { deduplicates: false, canBeAsked: false },
]

/** Everything of one seed: the service in two processes, its provider, those who use it, and those who watch. */
export class World {
  isCalm = true
  isOver = false
  weather = { providerIsDown: false, workersRest: false }
  /** Messages with receipts, and texts from phones, that the service has said it has got. */
  receiptsHeard = new Set()
  inboundHeard = new Set()
  /** What came to phones of each link, and the clicks that were led to the target. */
  codesDelivered = new Map()
  clicksHeard = []
  #broken = null
  #open = 0
  #inbound = 0

  static async open(seed) {
    const world = new World()
    world.seed = seed
    world.dice = createDice(seed)
    world.adapters = inMemory({ seed, now: world.#start() })
    world.trace = createTrace(world.adapters.clock)
    world.pass = (ms) => world.adapters.timer.wait(ms)
    world.records = await Records.open(world.adapters.unitOfWork, (changes, by) => world.#commits(changes, by))
    world.provider = new SimulatedProvider(world, world.dice.pick(KINDS_OF_PROVIDER))
    world.watchers = INVARIANTS.map(({ name, watch }) => ({ name, ...watch(world) }))
    await world.#furnish()
    world.processes = ['A', 'B'].map((name) => new SimulatedProcess(world, name))
    return world
  }

  /** Faults and actors, then two hours without either, then the end of every key. Throws `Broken`. */
  async run() {
    const { dice, processes } = this
    const isLong = dice.hits(0.2)
    const busyMs = isLong ? 100 * MINUTE_MS : 10 * MINUTE_MS
    const actions = Array.from({ length: dice.between(30, 120) }, () => ({
      atMs: this.#nowMs() + dice.between(0, dice.hits(0.5) ? busyMs : busyMs / 10),
      actor: dice.weighted(ACTORS),
    })).sort((one, other) => one.atMs - other.atMs)

    this.isCalm = false
    this.leisure = isLong ? 4 : 1
    for (const process of processes) process.start()
    await this.#live(busyMs, actions)
    this.isCalm = true
    this.leisure = 15
    this.weather = { providerIsDown: false, workersRest: false }
    await this.#live(2 * HOUR_MS)
    this.#check('atEnd')
    this.isOver = true
    await this.#live(49 * HOUR_MS)
    this.launch('the last trim', () => processes[0].ask('trimKeys'))
    await this.#live(MINUTE_MS)
    this.#check('afterKeys')
    if (this.#open > 0) this.breaks('everybody is told something in the end', `${this.#open} still wait`)
    this.#throwIfBroken()
    const deaths = processes.reduce((sum, { deaths }) => sum + deaths, 0)
    const figures = { steps: this.trace.steps(), messages: this.records.all('messages').length, deaths }
    return { figures, digest: this.trace.digest() }
  }

  /** Begins something that goes on by itself. */
  launch(what, act) {
    this.trace.say(what)
    this.#open++
    void act()
      .catch((error) => this.breaks('the simulation itself has no bug', error.stack))
      .finally(() => this.#open--)
  }

  /** Notes that something does not hold, the first such thing; the run ends with it. */
  breaks(invariant, what) {
    this.#broken ??= new Broken({ seed: this.seed, invariant, what, trace: this.trace })
  }

  anyProcess() {
    return this.dice.pick(this.processes)
  }

  someone = () => ({ account: this.dice.pick(this.accounts), phone: this.dice.pick(this.phones) })

  /** With its target, of which every account has its own. */
  registeredLink = (account) => this.links.get(account)

  groupsOf({ id }) {
    return this.groups.get(id)
  }

  nextInboundId() {
    return `inbound-${++this.#inbound}`
  }

  /** Told by the provider as it gets a submission; what it answers is noted with what this answers. */
  submits(message) {
    const submission = { ...message, outcome: null }
    this.#check('atSubmission', submission)
    return (outcome) => (submission.outcome = outcome)
  }

  /** Told by the provider as a phone gets a text. */
  delivers(message) {
    this.#check('atDelivery', message)
    for (const { link, code } of urlsIn(message.body)) {
      this.codesDelivered.set(link, [...(this.codesDelivered.get(link) ?? []), code])
    }
  }

  /** Told by a caller that was answered. */
  answers(request, answer) {
    this.trace.say(`told ${answer.message.id} ${answer.message.status}${answer.replayed ? ', replayed' : ''}`)
    this.#check('atAnswer', { request, answer })
  }

  async #live(forMs, actions = []) {
    const { clock } = this.adapters
    const endMs = this.#nowMs() + forMs
    for (;;) {
      while (actions.length > 0 && actions[0].atMs <= this.#nowMs()) {
        const { actor } = actions.shift()
        this.launch(actor.name, async () => actor.act(this))
      }
      await microtasksEnd()
      this.#throwIfBroken()
      if (this.#nowMs() >= endMs) return
      const wakeMs = clock.nextWakeAt()?.getTime() ?? Infinity
      clock.set(new Date(Math.min(endMs, wakeMs, actions[0]?.atMs ?? Infinity)))
    }
  }

  #commits(changes, by) {
    this.trace.say(`${by} commits ${taleOf(changes)}`)
    this.#check('atCommit', changes)
  }

  #check(moment, ...told) {
    for (const { name, [moment]: check } of this.watchers) {
      for (const what of check?.(...told) ?? []) this.breaks(name, what)
    }
  }

  #throwIfBroken() {
    if (this.#broken !== null) throw this.#broken
  }

  #nowMs() {
    return this.adapters.clock.now().getTime()
  }

  /** At noon, or shortly before midnight, where the day's quota ends. */
  #start() {
    return new Date(this.dice.hits(0.8) ? '2026-03-01T12:00:00.000Z' : '2026-03-01T23:56:00.000Z')
  }

  /** One account or two, with numbers, groups, credits for a while, perhaps a quota; contacts for most phones, most of them opted in. */
  async #furnish() {
    const { adapters, dice } = this
    const plain = { ...adapters, provider: this.provider, unitOfWork: this.#watchedUnits() }
    this.phones = Array.from({ length: dice.between(3, 8) }, (_, i) => parsePhoneNumber(`+1202555010${i}`))
    this.phonesOptedOutAtProvider = new Set(this.phones.filter(() => dice.hits(0.1)))
    ;[this.accounts, this.senders, this.groups, this.links] = [[], new Map(), new Map(), new Map()]
    for (const name of dice.hits(0.3) ? ['Acme', 'Beta'] : ['Acme']) {
      const declaration = declarationOf(name, this)
      const { account, parts } = await new ApplyAccount(plain).execute({ declaration, prune: false })
      this.accounts.push(account)
      this.links.set(account.id, declaration.trackingLinks[0])
      this.senders.set(
        account.id,
        parts.senders.map(({ number }) => number),
      )
      this.groups.set(
        account.id,
        parts.groups.map(({ id }) => id),
      )
      const staff = parts.groups.find(({ name }) => name === 'Staff').id
      for (const phone of this.phones.filter(() => dice.hits(0.9))) {
        const named = { firstName: FIRST_NAME, lastName: LAST_NAME, customFields: { Plan: 'Gold' } }
        const fields = dice.hits(0.5) ? named : {}
        await new CreateContact(plain).execute({ account, phone, fields })
        if (dice.hits(0.8)) await new JoinGroup(plain).execute({ account, phone, group: staff, mode: 'DIRECT' })
      }
    }
  }

  #watchedUnits() {
    const run = (work) => this.records.run(work, { undo: false, mayCommit: () => true, by: 'operator' })
    return { run, runOne: run }
  }
}

function declarationOf(name, { dice }) {
  const domain = `${name.toLowerCase()}.example.com`
  const [first, second] = name === 'Acme' ? ['+12025550190', '+12025550191'] : ['+12025550180', '+12025550181']
  return {
    name,
    capabilities: { silentOptIn: dice.hits(0.8) },
    credits: { sms: dice.between(0, 60), mms: dice.between(0, 10) },
    dailyMessageQuota: dice.hits(0.3) ? dice.between(1, 20) : null,
    numbers: [
      { number: first, mms: dice.hits(0.8) },
      { number: second, mms: true },
    ],
    groups: [
      { name: 'News', default: dice.hits(0.8), optInType: 'DOUBLE', sender: second },
      { name: 'VIP', optInMessage: 'Welcome' },
      { name: 'Staff' },
    ],
    customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' }],
    trackingLinks: [{ link: `go.${domain}/sale`, target: `https://shop.${domain}/sale` }],
    webhooks: [{ url: 'https://hooks.example.com/carillon', events: EVENT_TYPES }],
  }
}

/** Everything that can go on without the clock has gone on. */
function microtasksEnd() {
  return new Promise((resolve) => setImmediate(resolve))
}
