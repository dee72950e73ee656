/** Who looks after what always holds, each asked at its own moments and at no other. */
export class Watchers {
  #asked = new Map()
  #breaks

  /** `breaks` is told of each thing that does not hold. */
  constructor(invariants, world, breaks) {
    this.#breaks = breaks
    for (const { name, watch } of invariants) {
      for (const [moment, check] of Object.entries(watch(world))) {
        this.#asked.set(moment, [...(this.#asked.get(moment) ?? []), { name, check }])
      }
    }
  }

  check(moment, ...told) {
    for (const { name, check } of this.#asked.get(moment) ?? []) {
      for (const what of check(...told) ?? []) this.#breaks(name, what)
    }
  }
}
