import { parseReference } from '@carillon/core'

/** The failure that a receipt reports for an accepted message. */
export const FAILED_LATER = { type: 'carrier_rejected', message: 'the phone is gone' }
/** The share of messages with a receipt; for a crowd a small share is enough. */
const [RECEIPTS, RECEIPTS_IN_A_CROWD] = [0.7, 0.05]
const REFUSALS = ['invalid_destination', 'carrier_rejected', 'carrier_account']
const NOT_TAKEN_REASONS = ['throttled', 'unreachable']
const UNKNOWN_REASONS = ['no-answer', 'server-error']

/** Whether another carrier may get the message. */
export function isNotTaken(outcome) {
  return outcome?.kind === 'try-later' || outcome?.type === 'carrier_account'
}

/**
 * A carrier with phones. A message arrives within the deadline of its submission or never, whatever happens to the
 * submitting process; the response may be lost. Throttling comes before any other check.
 */
export class SimulatedProvider {
  /** Outcomes by reference. */
  #taken = new Map()
  #count = 0

  /** `delivered`: how many times each reference was delivered to its phone. `isSpared`: no outage concerns it. */
  constructor(world, { name, delivered, isSpared, deduplicates, canBeAsked }) {
    this.world = world
    this.name = name
    this.delivered = delivered
    this.isSpared = isSpared
    this.deduplicates = deduplicates
    this.canBeAsked = canBeAsked
  }

  /** `next`: the references of the messages that another carrier has just not taken. */
  async submit(messages, { deadlineMs, next }) {
    const { world } = this
    const notes = messages.map((message) => world.submits(message, { isNext: next.has(message.reference) }))
    const outcomes = await this.#transmit(messages, deadlineMs)
    for (const [i, outcome] of outcomes.entries()) {
      notes[i](outcome)
      const { reference, to } = messages[i]
      world.trace.say(
        `${this.name} response for ${reference.slice(-8)} to ${to}: ${outcome.kind} ${outcome.type ?? ''}`,
      )
    }
    return outcomes
  }

  /** Delays the messages of a submission together. Sometimes throttles or loses all of them, or only the last ones. */
  async #transmit(messages, deadlineMs) {
    const { world } = this
    const { dice, isCalm } = world
    if (isCalm) return messages.map((message) => this.#take(message))
    const passes = messages.length > 1 && dice.hits(0.1) ? dice.between(1, messages.length - 1) : messages.length
    if (this.#isDown || dice.hits(0.08)) {
      await world.pass(dice.between(0, 200))
      const taken = this.#isDown || passes === messages.length ? 0 : passes
      return this.#eachUntil(messages, taken, () => this.#throttle())
    }
    const transitMs = dice.hits(0.3) ? dice.between(0, deadlineMs) : dice.between(0, 300)
    await world.pass(transitMs)
    const unknown = { kind: 'unknown', because: dice.pick(UNKNOWN_REASONS) }
    if (dice.hits(0.04)) {
      await world.pass(deadlineMs - transitMs)
      return messages.map(() => unknown)
    }
    const outcomes = this.#eachUntil(messages, passes, () => (dice.hits(0.5) ? unknown : this.#throttle()))
    const isUnacknowledged = dice.hits(0.08)
    const reported = outcomes.map((outcome) =>
      isUnacknowledged || (messages.length > 1 && dice.hits(0.02)) ? unknown : outcome,
    )
    if (reported.includes(unknown)) await world.pass(deadlineMs - transitMs)
    return reported
  }

  #eachUntil(messages, end, rest) {
    return messages.map((message, i) => (i < end ? this.#take(message) : rest()))
  }

  #throttle() {
    const { dice } = this.world
    const because = dice.pick(NOT_TAKEN_REASONS)
    return { kind: 'try-later', afterMs: dice.hits(0.5) ? null : dice.between(1, 60_000), because }
  }

  get #isDown() {
    return this.world.outages.providerIsDown && !this.isSpared
  }

  #take(message) {
    const { world } = this
    const before = this.#taken.get(message.reference)
    if (before !== undefined && this.deduplicates) return before
    const outcome = this.#outcomeOf(message)
    this.#taken.set(message.reference, outcome)
    if (outcome.kind === 'accepted') this.#deliver(message)
    else world.trace.say(`${this.name} refuses ${message.reference.slice(-8)}`)
    return outcome
  }

  #outcomeOf({ to }) {
    const { dice, isCalm, phonesOptedOutAtProvider } = this.world
    if (phonesOptedOutAtProvider.has(to)) return { kind: 'refused', type: 'opted_out', message: 'opted out here' }
    if (!isCalm && dice.hits(0.05)) return { kind: 'refused', type: dice.pick(REFUSALS), message: 'refused' }
    return { kind: 'accepted', providerId: `${this.name}-${++this.#count}` }
  }

  #deliver(message) {
    const { world, delivered } = this
    delivered.set(message.reference, (delivered.get(message.reference) ?? 0) + 1)
    world.trace.say(`phone ${message.to} gets ${message.reference.slice(-8)}`)
    world.delivers(message)
    if (world.dice.hits(world.isCrowded ? RECEIPTS_IN_A_CROWD : RECEIPTS))
      world.launch('receipt', () => this.#sendReceipt(message))
  }

  /**
   * Sends the receipt to any process, early, late or twice, until it is acknowledged. The second one may contradict the
   * first.
   */
  async #sendReceipt({ reference }) {
    const { providerId } = this.#taken.get(reference)
    const { world } = this
    const { dice } = world
    let failure = dice.hits(0.1) ? FAILED_LATER : null
    const { account, id } = parseReference(reference)
    for (let left = dice.hits(0.2) ? 2 : 1; left > 0;) {
      if (dice.hits(0.7)) await world.pass(dice.between(0, 120_000))
      const at = world.adapters.clock.now()
      const receipt = { account, message: id, at, failure, carrier: this.name, providerId }
      const { kind } = await world.anyProcess().call('receiveReceipt', receipt)
      if (kind === 'answer') {
        left--
        if (dice.hits(0.3)) failure = failure === null ? FAILED_LATER : null
      } else await world.pass(5_000)
    }
    world.acknowledgedReceipts.add(id)
  }

  async find(references, { deadlineMs }) {
    const { world } = this
    const { dice, isCalm } = world
    if (!this.canBeAsked) world.breaks('a provider that cannot be queried is not queried', references.join())
    const isUnknown = !isCalm && (this.#isDown || dice.hits(0.1))
    await world.pass(isUnknown ? dice.between(0, deadlineMs) : dice.between(0, 300))
    const found = references.map((reference) =>
      isUnknown ? { kind: 'unknown' } : (this.#taken.get(reference) ?? { kind: 'never-seen' }),
    )
    world.trace.say(`${this.name} is queried: ${found.map(({ kind }) => kind).join()}`)
    return found
  }
}
