import { parseReference } from '@carillon/core'

const REFUSALS = ['invalid_destination', 'carrier_rejected']

/**
 * A provider with its carriers and phones. What is on its way arrives within the deadline of the submission or never,
 * whatever becomes of the process that sent it; the answer may be lost. Throttling comes before anything is looked at.
 */
export class SimulatedProvider {
  /** Outcomes by reference. */
  #taken = new Map()
  /** How often each reference came to its phone. */
  delivered = new Map()
  #count = 0

  constructor(world, { deduplicates, canBeAsked }) {
    this.world = world
    this.deduplicates = deduplicates
    this.canBeAsked = canBeAsked
  }

  submit(messages, { deadlineMs }) {
    return Promise.all(messages.map((message) => this.#submitOne(message, deadlineMs)))
  }

  async #submitOne(message, deadlineMs) {
    const { world } = this
    const { reference } = message
    const note = world.submits(message)
    const outcome = await this.#over(message, deadlineMs)
    note(outcome)
    world.trace.say(`provider answers ${reference.slice(-8)} to ${message.to}: ${outcome.kind} ${outcome.type ?? ''}`)
    return outcome
  }

  async #over(message, deadlineMs) {
    const { world } = this
    const { dice, isCalm, weather } = world
    if (isCalm) return this.#take(message)
    if (weather.providerIsDown || dice.hits(0.08)) {
      await world.pass(dice.between(0, 200))
      return { kind: 'try-later', afterMs: dice.hits(0.5) ? null : dice.between(1, 60_000) }
    }
    const transitMs = dice.hits(0.3) ? dice.between(0, deadlineMs) : dice.between(0, 300)
    await world.pass(transitMs)
    const isLost = dice.hits(0.04)
    const outcome = isLost ? { kind: 'unknown' } : this.#take(message)
    if (!isLost && !dice.hits(0.08)) return outcome
    await world.pass(deadlineMs - transitMs)
    return { kind: 'unknown' }
  }

  #take(message) {
    const { world } = this
    const before = this.#taken.get(message.reference)
    if (before !== undefined && this.deduplicates) return before
    const outcome = this.#outcomeOf(message)
    this.#taken.set(message.reference, outcome)
    if (outcome.kind === 'accepted') this.#deliver(message)
    else world.trace.say(`provider refuses ${message.reference.slice(-8)}`)
    return outcome
  }

  #outcomeOf({ to }) {
    const { dice, isCalm, phonesOptedOutAtProvider } = this.world
    if (phonesOptedOutAtProvider.has(to)) return { kind: 'refused', type: 'opted_out', message: 'opted out here' }
    if (!isCalm && dice.hits(0.05)) return { kind: 'refused', type: dice.pick(REFUSALS), message: 'refused' }
    return { kind: 'accepted', providerId: `carrier-${++this.#count}` }
  }

  #deliver(message) {
    const { world, delivered } = this
    delivered.set(message.reference, (delivered.get(message.reference) ?? 0) + 1)
    world.trace.say(`phone ${message.to} gets ${message.reference.slice(-8)}`)
    world.delivers(message)
    if (world.dice.hits(0.7)) world.launch('receipt', () => this.#tellOf(message))
  }

  /** Early, late or twice, by whichever process is there, until it is heard. */
  async #tellOf({ reference }) {
    const { world } = this
    const { dice } = world
    const failure = dice.hits(0.1) ? { type: 'carrier_rejected', message: 'the phone is gone' } : null
    const { account, id } = parseReference(reference)
    for (let left = dice.hits(0.2) ? 2 : 1; left > 0;) {
      if (dice.hits(0.7)) await world.pass(dice.between(0, 120_000))
      const receipt = { account, message: id, at: world.adapters.clock.now(), failure }
      const { kind } = await world.anyProcess().ask('receiveReceipt', receipt)
      if (kind === 'answer') left--
      else await world.pass(5_000)
    }
    world.receiptsHeard.add(id)
  }

  async find(references, { deadlineMs }) {
    const { world } = this
    const { dice, isCalm, weather } = world
    if (!this.canBeAsked) world.breaks('nobody asks a provider that cannot be asked', references.join())
    const cannotSay = !isCalm && (weather.providerIsDown || dice.hits(0.1))
    await world.pass(cannotSay ? dice.between(0, deadlineMs) : dice.between(0, 300))
    const found = references.map((reference) =>
      cannotSay ? { kind: 'unknown' } : (this.#taken.get(reference) ?? { kind: 'never-seen' }),
    )
    world.trace.say(`provider is asked: ${found.map(({ kind }) => kind).join()}`)
    return found
  }
}
