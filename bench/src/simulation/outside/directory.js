/** A carrier directory that may be unreachable, and may not find the carrier of a number. */
export class SimulatedDirectory {
  /** The numbers that were found. */
  resolved = new Set()

  constructor(world) {
    this.world = world
  }

  async lookUp(phones, { deadlineMs }) {
    const { world } = this
    const { dice, isCalm } = world
    const isUnavailable = !isCalm && dice.hits(0.1)
    await world.pass(isUnavailable ? deadlineMs : dice.between(0, 300))
    const found = phones.map((phone) => (isUnavailable || (!isCalm && dice.hits(0.05)) ? null : this.#resolve(phone)))
    const unknown = found.filter((carrier) => carrier === null).length
    world.trace.say(`directory finds ${phones.length - unknown}, does not find ${unknown}`)
    return found
  }

  #resolve(phone) {
    this.resolved.add(phone)
    return { name: 'Bell', lineType: 'mobile' }
  }
}
