/** Runs the checks of the invariants, each only at its moments. */
export class Watchers {
  #asked = new Map()
  #breaks

  /** `breaks` is called with each violation. */
  constructor(invariants, world, breaks) {
    this.#breaks = breaks
    for (const { name, watch } of invariants) {
      for (const [moment, check] of Object.entries(watch(world))) {
        const tables = moment === 'atCommit' ? tablesOf(check) : null
        this.#asked.set(moment, [...(this.#asked.get(moment) ?? []), { name, check, tables }])
      }
    }
  }

  check(moment, told) {
    for (const { name, check, tables } of this.#asked.get(moment) ?? []) {
      if (tables !== null && tables.every((table) => told[table].length === 0)) continue
      for (const what of check(told)) this.#breaks(name, what)
    }
  }
}

/** The tables that a commit check reads; it is not called for commits that changed none of them. */
function tablesOf(check) {
  const tables = new Set()
  const nothing = new Proxy({}, { get: (_, table) => (tables.add(table), []) })
  if (Array.from(check(nothing)).length > 0) throw new Error('An invariant is broken by a commit that changed nothing')
  return [...tables]
}
