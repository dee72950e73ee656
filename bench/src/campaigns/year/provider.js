/** Takes every text once, whatever it is told again, and notes when it came. */
export class YearProvider {
  deduplicates = true
  canBeAsked = false
  repeated = 0
  #taken = new Set()
  #arrived = []

  async submit(messages) {
    return messages.map(({ reference, to, body }) => {
      if (this.#taken.has(reference)) this.repeated++
      else this.#arrived.push({ to, body })
      this.#taken.add(reference)
      return { kind: 'accepted', providerId: `year_${reference.slice(-31)}` }
    })
  }

  async find(references) {
    return references.map(() => ({ kind: 'unknown' }))
  }

  /** What has come since it was last asked. */
  arrived() {
    return this.#arrived.splice(0)
  }
}

/** Knows every phone. */
export const everyCarrier = {
  lookUp: async (phones) => phones.map(() => ({ name: 'Bell', lineType: 'mobile' })),
}
