/** A carrier directory that may be unreachable, and may not know a number. */
export class SimulatedDirectory {
  /** The numbers that were found. */
  told = new Set()

  constructor(world) {
    this.world = world
  }

  async lookUp(phones, { deadlineMs }) {
    const { world } = this
    const { dice, isCalm } = world
    const isAway = !isCalm && dice.hits(0.1)
    await world.pass(isAway ? deadlineMs : dice.between(0, 300))
    const found = phones.map((phone) => (isAway || (!isCalm && dice.hits(0.05)) ? null : this.#tell(phone)))
    const unknown = found.filter((carrier) => carrier === null).length
    world.trace.say(`directory finds ${phones.length - unknown}, does not find ${unknown}`)
    return found
  }

  #tell(phone) {
    this.told.add(phone)
    return { name: 'Bell', lineType: 'mobile' }
  }
}
