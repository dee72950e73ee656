const KEPT_MAX = 16

/** The past versions of rows, as far back as a process can have read them. */
export class History {
  #states = new Map()

  add(key, state) {
    const states = this.#states.get(key) ?? []
    states.push(state)
    if (states.length > KEPT_MAX) states.shift()
    this.#states.set(key, states)
  }

  /** All versions of the row within the period; null for a time at which the row did not exist. */
  during(key, { fromMs, toMs }) {
    const states = this.#states.get(key) ?? []
    const isOf = ({ atMs }, i) => atMs <= toMs && (states[i + 1]?.atMs ?? Infinity) >= fromMs
    return states.filter(isOf).map(({ row }) => row)
  }
}
