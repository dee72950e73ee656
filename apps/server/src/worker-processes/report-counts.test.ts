import { expect, test } from '@jest/globals'
import { Counter, Registry } from 'prom-client'
import { reportCounts } from './report-counts.js'
import type { WorkerCounts } from './worker-brief.js'

/** A worker that has done a job, and ends before the first second is over. */
async function endSoon(tell: (counts: WorkerCounts) => Promise<void>) {
  const registry = new Registry()
  const jobs = new Counter({ name: 'jobs_total', help: 'Jobs', registers: [registry] })
  const errors: unknown[] = []
  const telling = reportCounts({ registry, tell, onError: (error) => errors.push(error) })
  jobs.inc()
  await telling.end()
  return errors
}

test('what was counted since the last time is told before the end, and the end waits for that', async () => {
  const heard: number[] = []
  const errors = await endSoon(async ([jobs]) => {
    await Promise.resolve()
    heard.push(jobs!.values[0]!.value)
  })
  expect(heard).toEqual([1])
  expect(errors).toEqual([])
})

test('that nobody could be told is no reason to fail, and is reported', async () => {
  const gone = new Error('nobody is there')
  expect(await endSoon(() => Promise.reject(gone))).toEqual([gone])
})
