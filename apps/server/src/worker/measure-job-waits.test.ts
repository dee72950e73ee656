import type { LaneWait } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { measureJobWaits } from './measure-job-waits.js'

const outOfReach = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** A function for scrapes, with the log, and how often the waits were read. */
function open(answer: () => Promise<readonly LaneWait[]>) {
  const [registry, log, asked] = [new Registry(), [] as string[], { times: 0 }]
  const execute = () => {
    asked.times++
    return answer()
  }
  const logger = { warn: (_: object, message: string) => void log.push(message) } as never
  measureJobWaits({ registry, readJobWaits: { execute }, logger, patienceMs: 1 })
  const scrape = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('carillon_jobs_wait_seconds'))
  return { scrape, log, asked }
}

const waits = (quickMs: number): readonly LaneWait[] => [
  { lane: 'quick', waitedMs: quickMs },
  { lane: 'bulk', waitedMs: 0 },
]

test('each scrape reads the waits once, and exports them in seconds', async () => {
  const answers = [waits(1_500), waits(0)]
  const { scrape, asked } = open(async () => answers.shift()!)
  expect(await scrape()).toEqual([
    'carillon_jobs_wait_seconds{lane="quick"} 1.5',
    'carillon_jobs_wait_seconds{lane="bulk"} 0',
  ])
  expect(await scrape()).toContain('carillon_jobs_wait_seconds{lane="quick"} 0')
  expect(asked.times).toBe(2)
})

test('if the database fails, the gauge is omitted, also with its previous values', async () => {
  const answers = [async () => waits(0), () => Promise.reject(outOfReach), () => Promise.reject(new Error('It broke'))]
  const { scrape, log } = open(() => answers.shift()!())
  expect(await scrape()).toHaveLength(2)
  expect(await scrape()).toEqual([])
  expect(log).toEqual([])
  expect(await scrape()).toEqual([])
  expect(log).toEqual(['the waiting time of jobs could not be read'])
})

test('if the database hangs, the gauge is omitted, and there is only one query at a time', async () => {
  let answer!: (waits: readonly LaneWait[]) => void
  const { scrape, asked } = open(() => new Promise((resolve) => (answer = resolve)))
  expect([await scrape(), ...(await Promise.all([scrape(), scrape()]))]).toEqual([[], [], []])
  expect(asked.times).toBe(1)
  answer(waits(0))
  await new Promise(setImmediate)
  await scrape()
  expect(asked.times).toBe(2)
})
