import { expect, test } from '@jest/globals'
import { Counter, Registry } from 'prom-client'
import { reportCounts } from './report-counts.js'
import type { WorkerCounts } from './worker-brief.js'

/** Imitates a worker that runs one job and ends within the first second. Returns the errors that were reported. */
async function endSoon(send: (counts: WorkerCounts) => Promise<void>) {
  const registry = new Registry()
  const jobs = new Counter({ name: 'jobs_total', help: 'Jobs', registers: [registry] })
  const errors: unknown[] = []
  const reporting = reportCounts({ registry, send, onError: (error) => errors.push(error) })
  jobs.inc()
  await reporting.end()
  return errors
}

test('the last counts are reported before the end, which waits for the report', async () => {
  const received: number[] = []
  const errors = await endSoon(async ([jobs]) => {
    await Promise.resolve()
    received.push(jobs!.values[0]!.value)
  })
  expect(received).toEqual([1])
  expect(errors).toEqual([])
})

test('after a failure to report the counts, the end still succeeds, and the failure is passed to onError', async () => {
  const gone = new Error('nobody is there')
  expect(await endSoon(() => Promise.reject(gone))).toEqual([gone])
})
