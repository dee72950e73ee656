import { medianOf } from '../measuring/median-of.js'
import { processorTimeOf, processorTimeOfPostgresIn } from '../measuring/processor-time.js'

/** The processor time, in ms, that a message costs the database and the processes of the service. */
export class Costs {
  #ofEach = new Map()

  constructor({ folders }) {
    this.folders = folders
  }

  /** `work` returns its number of messages. */
  async during(name, pids, work) {
    const before = await this.#spent(pids)
    const count = await work()
    const after = await this.#spent(pids)
    const costs = this.#ofEach.get(name) ?? []
    costs.push({
      database: (after.database - before.database) / count,
      processes: (after.processes - before.processes) / count,
    })
    this.#ofEach.set(name, costs)
    return count
  }

  /** Medians, without the first round, which warms up. */
  figures() {
    const figures = {}
    for (const [name, [, ...costs]] of this.#ofEach) {
      figures[`ms of processor time a message, ${name}: the database`] = medianOf(costs.map((cost) => cost.database))
      figures[`ms of processor time a message, ${name}: the service`] = medianOf(costs.map((cost) => cost.processes))
    }
    return figures
  }

  async #spent(pids) {
    const [database, processes] = await Promise.all([
      Promise.all(this.folders.map((folder) => processorTimeOfPostgresIn(folder))),
      Promise.all(pids.map((pid) => processorTimeOf(pid))),
    ])
    return { database: sumOf(database), processes: sumOf(processes) }
  }
}

function sumOf(values) {
  return values.reduce((sum, value) => sum + value, 0)
}
