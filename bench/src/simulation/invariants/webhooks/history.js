const KEPT_MAX = 16

/** What rows were, commit by commit: as far back as a process can have read what it goes by. */
export class History {
  #states = new Map()

  add(key, state) {
    const states = this.#states.get(key) ?? []
    states.push(state)
    if (states.length > KEPT_MAX) states.shift()
    this.#states.set(key, states)
  }

  /** Everything that the row was at any time of the span; null where it was not there. */
  during(key, { fromMs, toMs }) {
    const states = this.#states.get(key) ?? []
    const isOf = ({ atMs }, i) => atMs <= toMs && (states[i + 1]?.atMs ?? Infinity) >= fromMs
    return states.filter(isOf).map(({ row }) => row)
  }
}
