/** Runs each check of the invariants at the moments for which it is defined. */
export class Watchers {
  /** The checks of all moments except commits. */
  #checks = new Map()
  /** The checks of commits, by the tables that they read. */
  #commitChecks = new Map()
  #breaks

  /** `breaks` is called with each violation. */
  constructor(invariants, world, breaks) {
    this.#breaks = breaks
    for (const { name, watch } of invariants) {
      for (const [moment, check] of Object.entries(watch(world))) {
        if (moment !== 'atCommit') add(this.#checks, moment, { name, check })
        else this.#addCommitCheck({ name, check })
      }
    }
  }

  check(moment, event) {
    this.#run(this.#checks.get(moment) ?? [], event)
  }

  /** Runs each check that reads at least one changed table, but only once. */
  checkCommit(changes) {
    const changed = Object.keys(changes).filter((table) => changes[table].length > 0)
    const checks = changed.flatMap((table) => this.#commitChecks.get(table) ?? [])
    this.#run(changed.length === 1 ? checks : new Set(checks), changes)
  }

  #addCommitCheck(named) {
    for (const table of tablesOf(named.check)) add(this.#commitChecks, table, named)
  }

  #run(checks, event) {
    for (const { name, check } of checks) {
      for (const what of check(event)) this.#breaks(name, what)
    }
  }
}

function add(checks, key, check) {
  if (!checks.has(key)) checks.set(key, [])
  checks.get(key).push(check)
}

/** The tables that a commit check reads; it is not called for commits that changed none of them. */
function tablesOf(check) {
  const tables = new Set()
  const nothing = new Proxy({}, { get: (_, table) => (tables.add(table), []) })
  if (Array.from(check(nothing)).length > 0) throw new Error('An invariant is broken by a commit that changed nothing')
  return [...tables]
}
