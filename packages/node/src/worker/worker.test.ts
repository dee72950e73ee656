import { JOB_LANES, type JobLane } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { afterEach, describe, expect, test } from '@jest/globals'
import { POLL_MS, openWorker, stopWorkers } from '../testing/a-worker.js'
import { waitUntil } from '../testing/wait-until.js'
import { TAKEN_OVER_WITHIN_MS } from './work-lane.js'

afterEach(stopWorkers)

const LANES = JOB_LANES.length

describe('a worker', () => {
  test('runs the jobs of every lane until none is left, and then polls every second', async () => {
    const { jobs, start, untilResting, begun, ended, pass } = await openWorker(inMemory())
    await jobs(50)
    await jobs(9, 'bulk')
    await jobs(7, 'timed')
    await jobs(8, 'webhooks')
    await jobs(6, 'slow-webhooks')
    start()
    await untilResting(POLL_MS, LANES)
    expect(ended).toHaveLength(80)
    await jobs(1)
    pass(POLL_MS)
    await waitUntil(() => ended.length === 81)
    expect(begun).toHaveLength(81)
  })

  test('runs a bounded number of jobs at once in each lane, and a slow job does not block the others', async () => {
    const gates: (() => void)[] = []
    const slowly = () => new Promise<void>((resolve) => gates.push(resolve))
    const { jobs, start, begun, ended } = await openWorker(inMemory(), {
      script: async (_, finish) => {
        if (begun.length <= 624) await slowly()
        await finish()
      },
    })
    await jobs(40)
    await jobs(10, 'bulk')
    await jobs(8, 'timed')
    await jobs(403, 'webhooks')
    await jobs(202, 'slow-webhooks')
    start()
    await waitUntil(() => begun.length === 624)
    const begunIn = (lane: JobLane) => begun.filter((job) => job.lane === lane).length
    expect(JOB_LANES.map(begunIn)).toEqual([16, 4, 4, 400, 200])
    gates.splice(5).forEach((open) => open())
    await waitUntil(() => ended.length === 658)
    gates.forEach((open) => open())
    await waitUntil(() => ended.length === 663)
  })

  test('trims expired data at the start and every ten minutes', async () => {
    const { start, trims, untilResting, pass } = await openWorker(inMemory())
    start()
    await untilResting(600_000)
    expect(trims()).toBe(1)
    pass(600_000)
    await untilResting(600_000)
    expect(trims()).toBe(2)
  })

  test('recomputes the next sends of schedules once at the start, while jobs run, and reports changes', async () => {
    const { jobs, start, recomputings, untilResting, pass, reported, ended } = await openWorker(inMemory(), {
      moved: 2,
    })
    await jobs(1)
    start()
    await untilResting(POLL_MS, LANES)
    expect(ended).toHaveLength(1)
    pass(POLL_MS)
    pass(600_000)
    await untilResting(POLL_MS, LANES)
    expect(recomputings()).toBe(1)
    expect(reported).toMatchObject({ moved: [2], errors: [], failures: [] })
  })

  test('reports a failure to recompute the next sends, and retries after a minute', async () => {
    const { start, recomputings, restsOf, untilResting, pass, reported, breakStores } = await openWorker(inMemory())
    const error = new Error('It broke')
    breakStores(error)
    start()
    for (const times of [1, 2]) {
      await untilResting(60_000)
      expect(recomputings()).toBe(times)
      if (times === 2) breakStores(null)
      pass(60_000)
    }
    await waitUntil(() => recomputings() === 3)
    await untilResting(600_000)
    expect(restsOf(60_000)).toEqual([])
    const message = 'the next sends of schedules could not be recomputed'
    expect(reported.errors.filter((one) => one.message === message)).toEqual([1, 2].map(() => ({ error, message })))
  })

  test('reports every try of a job, and reports a job as dead if it fails too often', async () => {
    const adapters = inMemory()
    const error = new Error('It broke')
    const { jobs, start, untilResting, pass, reported } = await openWorker(adapters, {
      script: () => Promise.reject(error),
    })
    await jobs(1)
    start()
    for (let attempt = 1; attempt <= 20; attempt++) {
      await untilResting(POLL_MS, LANES)
      adapters.clock.advance(600_000)
      pass(POLL_MS)
      await waitUntil(() => reported.failures.length === Math.min(attempt + 1, 20))
    }
    await untilResting(POLL_MS, LANES)
    expect(reported.failures.map(({ job, isDead }) => [job.attempt, isDead])).toEqual(
      Array.from({ length: 20 }, (_, i) => [i + 1, i === 19]),
    )
    expect(reported.failures.every((failure) => failure.error === error)).toBe(true)
    expect(reported.tries.map(({ attempt }) => attempt)).toEqual(reported.failures.map(({ job }) => job.attempt))
    expect(reported.errors).toEqual([])
  })
})

test.each([
  ['only bulk jobs are paced, if the worker knows of the requests', { sinceRequestMs: () => Infinity }, ['bulk']],
  ['no jobs are paced, if it does not', null, []],
])('%s', async (_, requests, paced) => {
  const { start, lanesPaced, untilResting } = await openWorker(inMemory(), {
    ...(requests && { foreground: { ...requests, runStatement: async () => {} } }),
  })
  start()
  await untilResting(POLL_MS, LANES)
  expect(lanesPaced).toEqual(paced)
})

test('a stalled job is taken over within TAKEN_OVER_WITHIN_MS, and not before its lease expires', async () => {
  const adapters = inMemory()
  const { jobs, start, begun, untilResting, pass, ended } = await openWorker(adapters, {
    script: (_, finish) => (begun.length === 1 ? new Promise<void>(() => {}) : finish()),
  })
  await jobs(1, 'webhooks')
  start()
  await waitUntil(() => begun.length === 1)
  await untilResting(POLL_MS, LANES)
  adapters.clock.advance(TAKEN_OVER_WITHIN_MS - POLL_MS - 1)
  pass(POLL_MS)
  await untilResting(POLL_MS, LANES)
  expect(begun).toHaveLength(1)
  adapters.clock.advance(POLL_MS)
  pass(POLL_MS)
  await waitUntil(() => ended.length === 1)
  expect(begun).toHaveLength(2)
})

test('during an outage, the worker polls with backoff, and its work continues afterwards', async () => {
  const { jobs, start, untilResting, pass, ended, reported, breakStores } = await openWorker(inMemory())
  await jobs(3)
  const error = new Error('connect ECONNREFUSED')
  breakStores(error)
  start()
  for (const ms of [2_000, 4_000, 8_000, 15_000, 15_000]) {
    await untilResting(ms, LANES)
    pass(ms)
  }
  await untilResting(15_000, LANES)
  expect(reported.errors).toContainEqual({ error, message: 'jobs could not be claimed' })
  breakStores(null)
  pass(15_000)
  await waitUntil(() => ended.length === 3)
})

describe('when a worker is stopped,', () => {
  test('running jobs are finished, and no other jobs are begun', async () => {
    const gates: (() => void)[] = []
    const slowly = () => new Promise<void>((resolve) => gates.push(resolve))
    const { jobs, start, begun, ended } = await openWorker(inMemory(), {
      script: (_, finish) => slowly().then(finish),
    })
    await jobs(30)
    const worker = start()
    await waitUntil(() => begun.length === 16)
    const stopping = worker.stop({ graceMs: 5_000 })
    gates.forEach((open) => open())
    await stopping
    expect([begun.length, ended.length]).toEqual([16, 16])
  })

  test('a job that exceeds the grace period is left to other workers', async () => {
    const { jobs, start, begun, ended, untilResting, pass } = await openWorker(inMemory(), {
      script: () => new Promise(() => {}),
    })
    await jobs(1)
    const worker = start()
    await waitUntil(() => begun.length === 1)
    const stopping = worker.stop({ graceMs: 5_000 })
    await untilResting(5_000)
    pass(5_000)
    await stopping
    expect([begun.length, ended.length]).toEqual([1, 0])
  })

  test('the recomputation of next sends is aborted, and waited for', async () => {
    const { start, recomputings, reported } = await openWorker(inMemory(), { recomputesOn: true })
    const worker = start()
    await waitUntil(() => recomputings() === 1)
    await worker.stop({ graceMs: 5_000 })
    expect([recomputings(), reported.moved, reported.errors]).toEqual([1, [], []])
  })

  test('a running relay is waited for, and neither another relay nor a claim follows', async () => {
    const gate: { open?: () => void } = {}
    const relay = () => new Promise<number>((resolve) => (gate.open = () => resolve(1)))
    const { jobs, start, begun, relays } = await openWorker(inMemory(), { relay })
    await jobs(1, 'webhooks')
    const worker = start()
    await waitUntil(() => gate.open !== undefined)
    const stopping = worker.stop({ graceMs: 5_000 })
    gate.open!()
    await stopping
    expect([relays(), begun.length]).toEqual([1, 0])
  })

  test('an idle worker ends at once', async () => {
    const { jobs, start, begun, untilResting, restsOf } = await openWorker(inMemory())
    const worker = start()
    await untilResting(POLL_MS, LANES)
    await jobs(1)
    await worker.stop({ graceMs: 5_000 })
    expect(restsOf(POLL_MS)).toEqual([])
    expect(begun).toEqual([])
  })
})
