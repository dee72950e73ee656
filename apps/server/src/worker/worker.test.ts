import { JOB_LANES, type JobLane } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { LOOK_AGAIN, openWorker, stopWorkers, until } from '../testing/a-worker.js'

afterEach(stopWorkers)

const LANES = 5
const outOfReach = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('a worker', () => {
  test('works until nothing is left, in every lane, and then looks again every second', async () => {
    const { jobs, start, untilResting, begun, ended, pass } = await openWorker()
    await jobs(50)
    await jobs(9, 'bulk')
    await jobs(7, 'timed')
    await jobs(8, 'webhooks')
    await jobs(6, 'slow-webhooks')
    start()
    await untilResting(LOOK_AGAIN, LANES)
    expect(ended).toHaveLength(80)
    await jobs(1)
    pass(LOOK_AGAIN)
    await until(() => ended.length === 81)
    expect(begun).toHaveLength(81)
  })

  test('has a bounded number of jobs at once in each lane, and a slow one keeps only its own place', async () => {
    const gates: (() => void)[] = []
    const slowly = () => new Promise<void>((resolve) => gates.push(resolve))
    const { jobs, start, begun, ended } = await openWorker(async (_, finish) => {
      if (begun.length <= 624) await slowly()
      await finish()
    })
    await jobs(40)
    await jobs(10, 'bulk')
    await jobs(8, 'timed')
    await jobs(403, 'webhooks')
    await jobs(202, 'slow-webhooks')
    start()
    await until(() => begun.length === 624)
    const begunIn = (lane: JobLane) => begun.filter((job) => job.lane === lane).length
    expect(JOB_LANES.map(begunIn)).toEqual([16, 4, 4, 400, 200])
    gates.splice(5).forEach((open) => open())
    await until(() => ended.length === 658)
    gates.forEach((open) => open())
    await until(() => ended.length === 663)
  })

  test('trims what has expired at once and every ten minutes', async () => {
    const { start, trims, untilResting, pass } = await openWorker()
    start()
    await untilResting(600_000)
    expect(trims()).toBe(1)
    pass(600_000)
    await untilResting(600_000)
    expect(trims()).toBe(2)
  })

  test('computes the next sends of schedules again when it starts, once, while jobs go on', async () => {
    const { jobs, start, recomputings, untilResting, pass, log, ended } = await openWorker(undefined, { moved: 2 })
    await jobs(1)
    start()
    await untilResting(LOOK_AGAIN, LANES)
    expect(ended).toHaveLength(1)
    pass(LOOK_AGAIN)
    pass(600_000)
    await untilResting(LOOK_AGAIN, LANES)
    expect(recomputings()).toBe(1)
    const message = 'schedules were moved to what the time zones say now'
    expect(log).toEqual([{ level: 'info', fields: { moved: 2 }, message }])
  })

  test('tries that again after a minute where it fails, and says so', async () => {
    const { start, recomputings, restsOf, untilResting, pass, log, breakStores } = await openWorker()
    breakStores(new Error('A row says +12025550123'))
    start()
    for (const times of [1, 2]) {
      await untilResting(60_000)
      expect(recomputings()).toBe(times)
      if (times === 2) breakStores(null)
      pass(60_000)
    }
    await until(() => recomputings() === 3)
    await untilResting(600_000)
    expect(restsOf(60_000)).toEqual([])
    const told = log.filter(({ message }) => message === 'the next sends of schedules could not be computed again')
    expect(told).toMatchObject([{ level: 'warn' }, { level: 'warn' }])
    expect(JSON.stringify(log)).not.toContain('2025550123')
  })

  test('counts tries, failures and deaths by lane and kind, and logs what failed without its words', async () => {
    const failing = () => Promise.reject(new Error('duplicate key (+12025550123) already exists'))
    const { jobs, start, untilResting, pass, clock, log, metric } = await openWorker(failing)
    await jobs(1)
    start()
    for (let attempt = 1; attempt <= 20; attempt++) {
      await untilResting(LOOK_AGAIN, LANES)
      clock.advance(600_000)
      pass(LOOK_AGAIN)
      await until(() => log.length === Math.min(attempt + 1, 20))
    }
    await untilResting(LOOK_AGAIN, LANES)
    const labels = { lane: 'quick', kind: 'finish-message' }
    expect(await metric('carillon_job_failures_total')).toEqual([{ labels, value: 20 }])
    expect(await metric('carillon_jobs_dead_total')).toEqual([{ labels, value: 1 }])
    const tries = (await metric('carillon_job_duration_seconds')).filter(({ labels }) => !('le' in labels))
    expect(tries).toContainEqual(expect.objectContaining({ labels, value: 20 }))
    expect(log.at(-1)).toMatchObject({ level: 'error', message: 'job is dead: it failed too often' })
    expect(log[0]).toMatchObject({ level: 'warn', fields: { attempt: 1, error: { name: 'Error' } } })
    expect(JSON.stringify(log)).not.toContain('2025550123')
  })
})

describe('an outage of the database', () => {
  test('is logged once, waited for longer and longer, and worked on from where it was when it is over', async () => {
    const { jobs, start, untilResting, pass, ended, log, breakStores } = await openWorker()
    await jobs(3)
    breakStores(outOfReach)
    start()
    for (const ms of [2_000, 4_000, 8_000, 15_000, 15_000]) {
      await untilResting(ms, LANES)
      pass(ms)
    }
    await untilResting(15_000, LANES)
    expect(log).toMatchObject([{ level: 'error', message: 'the database is out of reach: jobs wait for it' }])
    breakStores(null)
    pass(15_000)
    await until(() => ended.length === 3)
    expect(log).toMatchObject([{ level: 'error' }, { level: 'info', message: 'the database is back: jobs go on' }])
  })
})

describe('when it is stopped', () => {
  test('the jobs in hand are finished, and no other is begun', async () => {
    const gates: (() => void)[] = []
    const slowly = () => new Promise<void>((resolve) => gates.push(resolve))
    const { jobs, start, begun, ended } = await openWorker((_, finish) => slowly().then(finish))
    await jobs(30)
    const worker = start()
    await until(() => begun.length === 16)
    const stopping = worker.stop({ graceMs: 5_000 })
    gates.forEach((open) => open())
    await stopping
    expect([begun.length, ended.length]).toEqual([16, 16])
  })

  test('a job that does not end is left to others when the time is over', async () => {
    const { jobs, start, begun, ended, untilResting, pass } = await openWorker(() => new Promise(() => {}))
    await jobs(1)
    const worker = start()
    await until(() => begun.length === 1)
    const stopping = worker.stop({ graceMs: 5_000 })
    await untilResting(5_000)
    pass(5_000)
    await stopping
    expect([begun.length, ended.length]).toEqual([1, 0])
  })

  test('the computing of next sends again is told to stop, and waited for', async () => {
    const { start, recomputings, log } = await openWorker(undefined, { recomputesOn: true })
    const worker = start()
    await until(() => recomputings() === 1)
    await worker.stop({ graceMs: 5_000 })
    expect([recomputings(), log]).toEqual([1, []])
  })

  test('what is being handed on is waited for, and neither another round nor a look follows', async () => {
    const gate: { open?: () => void } = {}
    const relay = () => new Promise<number>((resolve) => (gate.open = () => resolve(1)))
    const { jobs, start, begun, relays } = await openWorker(undefined, { relay })
    await jobs(1, 'webhooks')
    const worker = start()
    await until(() => gate.open !== undefined)
    const stopping = worker.stop({ graceMs: 5_000 })
    gate.open!()
    await stopping
    expect([relays(), begun.length]).toEqual([1, 0])
  })

  test('an idle one ends at once', async () => {
    const { jobs, start, begun, untilResting, restsOf } = await openWorker()
    const worker = start()
    await untilResting(LOOK_AGAIN, LANES)
    await jobs(1)
    await worker.stop({ graceMs: 5_000 })
    expect(restsOf(LOOK_AGAIN)).toEqual([])
    expect(begun).toEqual([])
  })
})
