/** Knows the carriers of phones, when it knows them: the whole of it can be out of reach, and any one number unknown. */
export class SimulatedDirectory {
  /** The numbers that it has told of. */
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
    world.trace.say(`directory tells of ${phones.length - unknown}, and not of ${unknown}`)
    return found
  }

  #tell(phone) {
    this.told.add(phone)
    return { name: 'Bell', lineType: 'mobile' }
  }
}
