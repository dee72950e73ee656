import { InjectedFault } from './processes/faults.js'
import { Indexes } from './indexes.js'

const UNDONE = new InjectedFault('undone')

/** The key of a row, by table. Other tables are not watched. */
const KEYS = {
  messages: ({ id }) => id,
  broadcasts: ({ id }) => id,
  chunks: ({ broadcast, number }) => `${broadcast} ${number}`,
  schedules: ({ id }) => id,
  scheduleSends: ({ id }) => id,
  recipientKeys: ({ account, phone, key }) => `${account} ${phone} ${key}`,
  consents: ({ account, phone }) => `${account} ${phone}`,
  membershipsByContact: ({ account, contact, group }) => `${account} ${contact} ${group}`,
  consentLog: ({ id }) => id,
  formEntries: ({ id }) => id,
  providerOptOuts: ({ account, phone, sender }) => `${account} ${phone} ${sender}`,
  groups: ({ id }) => id,
  outbox: ({ id }) => id,
  keptEvents: ({ id }) => id,
  deliveries: ({ endpoint, event }) => `${endpoint} ${event}`,
  attempts: ({ endpoint, event, number }) => `${endpoint} ${event} ${number}`,
  webhookEndpoints: ({ id }) => id,
  ledger: ({ id }) => id,
  balances: ({ account }) => account,
  clicks: ({ account, link, code }) => `${account} ${link} ${code ?? ''}`,
  keys: ({ account, scope, key }) => `${account} ${scope} ${key}`,
  jobs: ({ id }) => id,
  deadJobs: ({ id }) => id,
  contacts: ({ account, phone }) => `${account} ${phone}`,
  receipts: ({ message }) => message,
  accounts: ({ id }) => id,
  poolMembers: ({ account, pool, phone }) => `${account} ${pool} ${phone}`,
  poolLoads: ({ account, pool, number }) => `${account} ${pool} ${number}`,
}

const NO_CHANGES = Object.fromEntries(Object.keys(KEYS).map((name) => [name, []]))

/**
 * Watches the units of work of a world: before each commit, it reports the changed rows, `{ messages: [{ before, after
 * }], … }`, while the tables have their new state.
 */
export class Records {
  #committed = new Map(Object.keys(KEYS).map((name) => [name, new Map()]))
  /** By table and key, the row as the running unit of work has left it; null if it was deleted. */
  #touched = new Map()
  indexes = new Indexes()

  static async open(unitOfWork, onCommit) {
    return new Records(unitOfWork, { onCommit, tables: await unitOfWork.read((tables) => tables) })
  }

  constructor(unitOfWork, { onCommit, tables }) {
    this.unitOfWork = unitOfWork
    this.onCommit = onCommit
    this.tables = tables
    for (const name of Object.keys(KEYS)) this.#watch(name)
  }

  /** Runs a unit of work. If `undo` is set or the process has died, rolls the unit back at its end and returns null. */
  async run(work, { undo, mayCommit, by }) {
    try {
      return await this.unitOfWork.run(async (stores) => {
        if (!mayCommit()) throw UNDONE
        this.#touched.clear()
        const result = await work(stores)
        if (undo || !mayCommit()) throw UNDONE
        this.#commit(by)
        return result
      })
    } catch (error) {
      if (error === UNDONE) return null
      throw error
    }
  }

  /** Every row of a table. */
  all(name) {
    return [...this.#committed.get(name).values()]
  }

  /** Every row of a table, as an iterable. */
  rowsOf(name) {
    return this.#committed.get(name).values()
  }

  /** Finds a row by its key in KEYS. */
  find(name, key) {
    return this.#committed.get(name).get(key)
  }

  count(name) {
    return this.#committed.get(name).size
  }

  #watch(name) {
    const [table, keyOf] = [this.tables[name], KEYS[name]]
    const [put, remove] = [table.put.bind(table), table.remove.bind(table)]
    table.put = (row) => {
      put(row)
      this.#touch(name).set(keyOf(row), row)
    }
    table.remove = (part, key) => {
      const row = table.get(part, key)
      remove(part, key)
      if (row !== undefined) this.#touch(name).set(keyOf(row), null)
    }
  }

  #touch(name) {
    if (!this.#touched.has(name)) this.#touched.set(name, new Map())
    return this.#touched.get(name)
  }

  #commit(by) {
    const changes = { ...NO_CHANGES }
    let count = 0
    for (const [name, touched] of this.#touched) {
      changes[name] = this.#changesOf(name, touched)
      count += changes[name].length
    }
    if (count === 0) return
    this.indexes.update(changes)
    this.onCommit(changes, by)
  }

  #changesOf(name, touched) {
    const committed = this.#committed.get(name)
    const changes = []
    for (const [key, after] of touched) {
      const before = committed.get(key) ?? null
      if (before === after) continue
      changes.push({ before, after })
      if (after === null) committed.delete(key)
      else committed.set(key, after)
    }
    return changes
  }
}
