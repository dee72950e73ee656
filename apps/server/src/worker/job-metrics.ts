import { Counter, Histogram, type Registry } from 'prom-client'

/** The metrics of the jobs. Call it once per registry. */
export function createJobMetrics(registry: Registry) {
  const labelNames = ['lane', 'kind'] as const
  const registers = [registry]
  return {
    runs: new Histogram({
      name: 'carillon_job_duration_seconds',
      help: 'Time from the claim of a job to the end of the try, well or not',
      labelNames,
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    failures: new Counter({
      name: 'carillon_job_failures_total',
      help: 'Tries of jobs that failed; all but the last of a job are made again',
      labelNames,
      registers,
    }),
    deaths: new Counter({
      name: 'carillon_jobs_dead_total',
      help: 'Jobs set aside after failing too often, for an operator to look at',
      labelNames,
      registers,
    }),
  }
}
