import { AggregatorRegistry, type Registry } from 'prom-client'
import { BREAKER_OPEN } from '../carriers/carrier-metrics.js'
import type { WorkerCounts } from './worker-brief.js'

/** The sum of the metrics of all workers, including ended ones, and of `own` metrics of the same names. */
export function sumOfWorkers(own: Pick<Registry, 'getMetricsAsJSON'> | null = null) {
  const living = new Map<number, WorkerCounts>()
  let past: Promise<WorkerCounts> = Promise.resolve([])
  return {
    report(worker: number, counts: WorkerCounts) {
      living.set(worker, counts)
    },
    /** Keeps the counts of an ended worker, because its successor starts from zero. Its gauges end with it. */
    ended(worker: number) {
      const last = living.get(worker)
      living.delete(worker)
      // The type is a word, although it is declared as the number of an enum.
      const kept = last?.filter(({ type }) => String(type) !== 'gauge')
      if (kept !== undefined) past = past.then((before) => withLast(before, kept))
    },
    /** The carriers whose breaker is open in a worker. */
    openBreakers: () => [...new Set([...living.values()].flatMap(openBreakersIn))],
    /** In the format of Prometheus. */
    text: async () => sumOf([await past, ...living.values(), ...(own ? [await own.getMetricsAsJSON()] : [])]).metrics(),
  }
}

export type SumOfWorkers = ReturnType<typeof sumOfWorkers>

function openBreakersIn(counts: WorkerCounts): readonly string[] {
  const breakers = counts.find(({ name }) => name === BREAKER_OPEN)
  const open = (breakers?.values ?? []).filter(({ value }) => value === 1)
  return open.map(({ labels }) => String(labels['carrier']))
}

/** Omits the counts of a worker if they cannot be added, so that all other counts stay readable. */
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
