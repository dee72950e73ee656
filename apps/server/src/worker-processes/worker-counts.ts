import { AggregatorRegistry } from 'prom-client'
import type { WorkerCounts } from './worker-brief.js'

/** What all workers have counted together, also those that are no more. */
export function sumOfWorkers() {
  const living = new Map<number, WorkerCounts>()
  let past: Promise<WorkerCounts> = Promise.resolve([])
  return {
    told(worker: number, counts: WorkerCounts) {
      living.set(worker, counts)
    },
    /** Its successor counts from the start again. */
    ended(worker: number) {
      const last = living.get(worker)
      living.delete(worker)
      if (last !== undefined) past = past.then((before) => withLast(before, last))
    },
    /** In the format of Prometheus. */
    text: async () => sumOf([await past, ...living.values()]).metrics(),
  }
}

export type SumOfWorkers = ReturnType<typeof sumOfWorkers>

/** What cannot be added is left out, so that the rest can still be read. */
async function withLast(before: WorkerCounts, last: WorkerCounts): Promise<WorkerCounts> {
  try {
    return await sumOf([before, last]).getMetricsAsJSON()
  } catch {
    return before
  }
}

function sumOf(counts: readonly WorkerCounts[]) {
  return AggregatorRegistry.aggregate([...counts])
}
