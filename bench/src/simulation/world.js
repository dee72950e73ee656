import { kindOf } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { ACTORS } from './actors/actors.js'
import { Broken } from './broken.js'
import { CodesOnPhones } from './outside/codes-on-phones.js'
import { createDice } from './dice.js'
import { SimulatedDirectory } from './outside/directory.js'
import { HELD_MAX_MS } from './policies.js'
import { setUpWorld } from './set-up-world.js'
import { INVARIANTS } from './invariants/invariants.js'
import { SimulatedProcess } from './processes/process.js'
import { SimulatedCarriers } from './outside/carriers.js'
import { SimulatedReceivers } from './outside/receivers.js'
import { Records } from './records.js'
import { deleteAll } from './actors/schedule-actors.js'
import { tidyUp } from './actors/operator.js'
import { describeChanges } from './describe-changes.js'
import { createTrace } from './trace.js'
import { Watchers } from './watchers.js'
import { lastText } from './actors/webhook-actors.js'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Provider, receivers and workers are all available. */
const NO_OUTAGES = { providerIsDown: false, receiversAreDown: false, workersArePaused: false }
/** The factor by which workers poll less often in the days in which only posts to endpoints are retried. */
const POLL_FACTOR_OF_WEBHOOKS = 720

/** The world of one seed: the service in two processes, its provider, its users and its watchers. */
export class World {
  accounts = []
  isCalm = true
  isOver = false
  outages = { ...NO_OUTAGES }
  /** The ids of messages with an acknowledged receipt, and of acknowledged inbound texts. */
  acknowledgedReceipts = new Set()
  acknowledgedInbound = new Set()
  codes = new CodesOnPhones()
  /** The clicks that were redirected to the target. */
  redirectedClicks = []
  /** The bulk requests, by the number in their bodies; and the broadcasts that callers got responses for. */
  bulkRequests = new Map()
  acceptedBroadcasts = []
  #broken = null
  #open = 0
  #inbound = 0

  static async open(seed) {
    const world = new World(seed)
    await world.#setUp()
    return world
  }

  constructor(seed) {
    this.seed = seed
    this.dice = createDice(seed)
    this.adapters = inMemory({ seed, now: this.#start() })
    this.trace = createTrace(this.adapters.clock)
    this.pass = (ms) => this.adapters.timer.wait(ms)
    this.provider = new SimulatedCarriers(this)
    this.receivers = new SimulatedReceivers(this)
    this.directory = new SimulatedDirectory(this)
  }

  async #setUp() {
    this.records = await Records.open(this.adapters.unitOfWork, (changes, by) => this.#commits(changes, by))
    this.watchers = new Watchers(INVARIANTS, this, (name, what) => this.breaks(name, what))
    const ports = { ...this.adapters, provider: this.provider, unitOfWork: this.#watchedUnits() }
    const setup = await setUpWorld(this, ports)
    this.phones = setup.phones
    this.crowd = setup.crowd
    this.isCrowded = setup.isCrowded
    this.accounts = setup.accounts
    this.senders = setup.senders
    this.pooled = setup.pooled
    this.groups = setup.groups
    this.lists = setup.lists
    this.links = setup.links
    this.phonesOptedOutAtProvider = setup.phonesOptedOutAtProvider
    this.processes = ['A', 'B'].map((name) => new SimulatedProcess(this, name))
  }

  /** Faults and actors, then three hours without either, then the end of every schedule and key. May throw `Broken`. */
  async run() {
    const { dice, processes } = this
    const isLong = dice.hits(0.2)
    const busyMs = isLong ? 100 * MINUTE_MS : 10 * MINUTE_MS
    const actions = Array.from({ length: dice.between(30, 120) }, () => ({
      atMs: this.nowMs() + dice.between(0, dice.hits(0.5) ? busyMs : busyMs / 10),
      actor: dice.weighted(ACTORS),
    })).sort((one, other) => one.atMs - other.atMs)

    this.isCalm = false
    this.pollFactor = isLong ? 4 : 1
    for (const process of processes) process.start()
    await this.#live(busyMs, actions)
    this.isCalm = true
    this.pollFactor = 15
    this.outages = { ...NO_OUTAGES }
    await this.#liveCalmly(3 * HOUR_MS + (this.#hasWindows() ? HELD_MAX_MS : 0))
    this.watchers.check('atRest')
    this.launch('deletes every schedule', () => deleteAll(this))
    // A send that has just started may have a canary, which takes in more recipients in several steps.
    await this.#liveCalmly(HOUR_MS)
    this.watchers.check('atEnd')
    for (const broadcast of this.acceptedBroadcasts) this.launch('a last look', () => this.#readFinalState(broadcast))
    await this.#live(MINUTE_MS)
    this.isOver = true
    this.pollFactor = POLL_FACTOR_OF_WEBHOOKS
    await this.#live(49 * HOUR_MS)
    this.launch('the last trim', () => processes[0].call('trimExpired'))
    await this.#live(MINUTE_MS)
    this.watchers.check('afterKeys')
    await this.#outliveRetries()
    if (this.#open > 0) this.breaks('every action ends', `${this.#open} actions are still open`)
    this.#throwIfBroken()
    const deaths = processes.reduce((sum, { deaths }) => sum + deaths, 0)
    const figures = { steps: this.trace.steps(), messages: this.records.all('messages').length, deaths }
    return { figures, digest: this.trace.digest() }
  }

  /** Without faults. Once in half an hour, an operator resumes what is paused, and retries dead jobs. */
  async #liveCalmly(forMs) {
    for (let leftMs = forMs; leftMs > 0; leftMs -= HOUR_MS / 2) {
      this.launch('tidies up', () => tidyUp(this))
      await this.#live(HOUR_MS / 2)
    }
  }

  #hasWindows() {
    return this.accounts.some(({ sendingHours }) => sendingHours.windows !== null)
  }

  /** Runs until all retries have ended, and then until failing endpoints are disabled. */
  async #outliveRetries() {
    await this.#live(80 * HOUR_MS)
    this.launch('a last text', () => lastText(this))
    await this.#live(6 * HOUR_MS)
    this.watchers.check('atLast')
  }

  /** Starts an action without waiting for it. */
  launch(what, act) {
    this.trace.say(what)
    this.#open++
    void act()
      .catch((error) => this.breaks('the simulation has no bug', error.stack))
      .finally(() => this.#open--)
  }

  /** Records the first violation of an invariant, which ends the run. */
  breaks(invariant, what) {
    this.#broken ??= new Broken({ seed: this.seed, invariant, what, trace: this.trace })
  }

  anyProcess() {
    return this.dice.pick(this.processes)
  }

  pickAccountAndPhone = () => ({ account: this.dice.pick(this.accounts), phone: this.dice.pick(this.phones) })

  /** The tracking link of an account, with its target. */
  registeredLink = (account) => this.links.get(account)

  /** A broadcast as use cases name it. */
  nameOf({ id, account }) {
    return { id, kind: kindOf(id), account: this.accounts.find((one) => one.id === account) }
  }

  groupsOf = ({ id }) => {
    return this.groups.get(id)
  }

  nextInboundId() {
    return `inbound-${++this.#inbound}`
  }

  /** Called when a process posts, with the fence of its claim; the post is checked before the receiver gets it. */
  posts(post, options, { life, fence }) {
    this.watchers.check('atPost', { post, life, fence })
    return this.receivers.post(post, options)
  }

  /** Called by a receiver when it responds, even if the response is lost. */
  recordPostResponse(post, response) {
    this.watchers.check('atPostResponse', { post, response })
  }

  /** Called by a carrier for each submission; returns a function that records the outcome. */
  submits(message, { isNext }) {
    const submission = { ...message, isNext, outcome: null }
    this.watchers.check('atSubmission', submission)
    return (outcome) => (submission.outcome = outcome)
  }

  /** Called by the provider when a phone gets a text. */
  delivers(message) {
    this.watchers.check('atDelivery', message)
    this.codes.read(message)
  }

  /** Called by a caller whose broadcast was accepted, by this request or an earlier one. */
  recordBulkResponse(request, { broadcast, replayed }) {
    this.trace.say(`response: ${broadcast.id} to ${broadcast.totalRecipients}${replayed ? ', replayed' : ''}`)
    this.watchers.check('atBulkResponse', { request, broadcast, replayed })
    if (!this.acceptedBroadcasts.some(({ id }) => id === broadcast.id)) {
      this.acceptedBroadcasts.push({ id: broadcast.id, kind: request.kind, account: request.account })
    }
  }

  /** Called by a caller whose schedule was created, by this request or an earlier one. */
  recordScheduleResponse(request, { schedule, replayed }) {
    this.trace.say(`response: ${schedule.id} for ${schedule.nextScheduledFor}${replayed ? ', replayed' : ''}`)
    this.watchers.check('atScheduleResponse', { request, schedule, replayed })
  }

  /** Called by a caller whose schedule was deleted. */
  hasDeleted({ id }) {
    this.trace.say(`response: ${id} is deleted`)
    this.watchers.check('atDeletion', id)
  }

  /** Called by a caller who has read a broadcast or its messages. */
  recordRead(read) {
    this.watchers.check('atRead', read)
  }

  /** Called by a caller that got a response to a send request. */
  recordResponse(request, response) {
    this.trace.say(
      `response: ${response.message.id} ${response.message.status}${response.replayed ? ', replayed' : ''}`,
    )
    this.watchers.check('atResponse', { request, response })
  }

  async #readFinalState(broadcast) {
    const { value: exported } = await this.processes[0].call('exportBroadcastMessages', { ...broadcast, status: null })
    this.watchers.check('atLastRead', { ...broadcast, exported })
  }

  async #live(forMs, actions = []) {
    const { clock } = this.adapters
    const endMs = this.nowMs() + forMs
    for (;;) {
      while (actions.length > 0 && actions[0].atMs <= this.nowMs()) {
        const { actor } = actions.shift()
        this.launch(actor.name, async () => actor.act(this))
      }
      await microtasksEnd()
      this.#throwIfBroken()
      if (this.nowMs() >= endMs) return
      const wakeMs = clock.nextWakeAt()?.getTime() ?? Infinity
      clock.set(new Date(Math.min(endMs, wakeMs, actions[0]?.atMs ?? Infinity)))
    }
  }

  #commits(changes, by) {
    this.trace.say(`${by} commits ${describeChanges(changes)}`)
    if (changes.accounts.length > 0) this.#readAccounts()
    this.watchers.checkCommit(changes)
  }

  /** Clients use the accounts as they were stored last. */
  #readAccounts() {
    this.accounts = this.accounts.map(({ id }) => this.records.tables.accounts.get('service', id))
  }

  #throwIfBroken() {
    if (this.#broken !== null) throw this.#broken
  }

  nowMs = () => this.adapters.clock.now().getTime()

  /** The start time: noon, or shortly before midnight, when the daily quota resets. */
  #start() {
    return new Date(this.dice.hits(0.8) ? '2026-03-01T12:00:00.000Z' : '2026-03-01T23:56:00.000Z')
  }

  #watchedUnits() {
    const run = (work) => this.records.run(work, { undo: false, mayCommit: () => true, by: 'operator' })
    return { run, runOne: run }
  }
}

/** Resolves when all work that does not wait for the clock is done. */
function microtasksEnd() {
  return new Promise((resolve) => setImmediate(resolve))
}
