import type { LaneWait } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { measureJobWaits } from './measure-job-waits.js'

const outOfReach = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** Returns a function to scrape the gauge, the log, and a counter of the calls that read the waits. */
function open(read: () => Promise<readonly LaneWait[]>) {
  const [registry, log, calls] = [new Registry(), [] as string[], { times: 0 }]
  const execute = () => {
    calls.times++
    return read()
  }
  const logger = { warn: (_: object, message: string) => void log.push(message) } as never
  measureJobWaits({ registry, readJobWaits: { execute }, logger, timeoutMs: 1 })
  const scrape = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('carillon_jobs_wait_seconds'))
  return { scrape, log, calls }
}

const waits = (quickMs: number): readonly LaneWait[] => [
  { lane: 'quick', waitedMs: quickMs },
  { lane: 'bulk', waitedMs: 0 },
]

test('each scrape reads the waits once, and exports them in seconds', async () => {
  const reads = [waits(1_500), waits(0)]
  const { scrape, calls } = open(async () => reads.shift()!)
  expect(await scrape()).toEqual([
    'carillon_jobs_wait_seconds{lane="quick"} 1.5',
    'carillon_jobs_wait_seconds{lane="bulk"} 0',
  ])
  expect(await scrape()).toContain('carillon_jobs_wait_seconds{lane="quick"} 0')
  expect(calls.times).toBe(2)
})

test('if the database fails, the gauge is omitted, and its previous values are not repeated', async () => {
  const reads = [async () => waits(0), () => Promise.reject(outOfReach), () => Promise.reject(new Error('It broke'))]
  const { scrape, log } = open(() => reads.shift()!())
  expect(await scrape()).toHaveLength(2)
  expect(await scrape()).toEqual([])
  expect(log).toEqual([])
  expect(await scrape()).toEqual([])
  expect(log).toEqual(['the waiting time of jobs could not be read'])
})

test('if the database hangs, the gauge is omitted, and there is only one query at a time', async () => {
  let read!: (waits: readonly LaneWait[]) => void
  const { scrape, calls } = open(() => new Promise((resolve) => (read = resolve)))
  expect([await scrape(), ...(await Promise.all([scrape(), scrape()]))]).toEqual([[], [], []])
  expect(calls.times).toBe(1)
  read(waits(0))
  await new Promise(setImmediate)
  await scrape()
  expect(calls.times).toBe(2)
})
