import { InjectedFault } from './faults.js'

const UNDONE = new InjectedFault('undone')

/** How a row is told from the others of its table. */
const KEYS = {
  messages: ({ id }) => id,
  consents: ({ account, phone }) => `${account} ${phone}`,
  membershipsByContact: ({ account, contact, group }) => `${account} ${contact} ${group}`,
  consentLog: ({ id }) => id,
  providerOptOuts: ({ account, phone, sender }) => `${account} ${phone} ${sender}`,
  groups: ({ id }) => id,
  events: ({ id }) => id,
  ledger: ({ id }) => id,
  balances: ({ account }) => account,
  clicks: ({ account, link, code }) => `${account} ${link} ${code ?? ''}`,
  keys: ({ account, scope, key }) => `${account} ${scope} ${key}`,
  jobs: ({ id }) => id,
  deadJobs: ({ id }) => id,
  contacts: ({ account, phone }) => `${account} ${phone}`,
}

/** Methods of the stores that change nothing; every other is taken to change something. */
const READS = new Set([
  'accountsDue',
  'balance',
  'facts',
  'find',
  'findAll',
  'list',
  'lock',
  'of',
  'owner',
  'providerOptOuts',
  'registered',
  'share',
])

/**
 * The unit of work of a whole world, watched: every unit that is about to commit is told as the rows that it changed,
 * `{ messages: [{ before, after }], … }`, while its tables stand as they are committed.
 */
export class Records {
  #seen = new Map(Object.keys(KEYS).map((name) => [name, new Map()]))
  #wrote = false
  #stores = null

  static async open(unitOfWork, onCommit) {
    const records = new Records()
    records.unitOfWork = unitOfWork
    records.onCommit = onCommit
    records.tables = await unitOfWork.read((tables) => tables)
    return records
  }

  /** `undo` throws away what was done at its end, and answers null; so does the death of whoever asked for it. */
  async run(work, { undo, mayCommit, by }) {
    try {
      return await this.unitOfWork.run(async (stores) => {
        if (!mayCommit()) throw UNDONE
        this.#wrote = false
        const result = await work(this.#watched(stores))
        if (undo || !mayCommit()) throw UNDONE
        if (this.#wrote) this.onCommit(this.#changes(), by)
        return result
      })
    } catch (error) {
      if (error === UNDONE) return null
      throw error
    }
  }

  /** Every row of a table. */
  all(name) {
    const table = this.tables[name]
    return table.partsInUse().flatMap((part) => table.of(part))
  }

  #watched(stores) {
    this.#stores ??= Object.fromEntries(
      Object.entries(stores).map(([name, store]) => [
        name,
        new Proxy(store, {
          get: (_, method) => {
            if (!READS.has(method)) this.#wrote = true
            return store[method].bind(store)
          },
        }),
      ]),
    )
    return this.#stores
  }

  /** Rows never change, they replace each other: another object is another row. */
  #changes() {
    const changes = {}
    for (const [name, keyOf] of Object.entries(KEYS)) {
      const seen = this.#seen.get(name)
      const now = new Map(this.all(name).map((row) => [keyOf(row), row]))
      const changed = []
      for (const [key, after] of now) {
        const before = seen.get(key) ?? null
        if (before !== after) changed.push({ before, after })
      }
      for (const [key, before] of seen) if (!now.has(key)) changed.push({ before, after: null })
      if (changed.length > 0) this.#seen.set(name, now)
      changes[name] = changed
    }
    return changes
  }
}
