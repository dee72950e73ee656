import { Counter, Histogram, type Registry } from 'prom-client'

/** Creates the metrics of the jobs. Call this function once per registry. */
export function createJobMetrics(registry: Registry) {
  const labelNames = ['lane', 'kind'] as const
  const registers = [registry]
  return {
    runs: new Histogram({
      name: 'carillon_job_duration_seconds',
      help: 'Time from the claim of a job to the end of the attempt, whether or not it succeeded',
      labelNames,
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    failures: new Counter({
      name: 'carillon_job_failures_total',
      help: 'Failed attempts of jobs; a job is retried after each one except the last',
      labelNames,
      registers,
    }),
    deaths: new Counter({
      name: 'carillon_jobs_dead_total',
      help: 'Dead jobs: they failed too often and wait for an operator',
      labelNames,
      registers,
    }),
  }
}
