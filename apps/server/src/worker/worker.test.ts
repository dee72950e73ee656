import { aJob, houseOf } from '@carillon/contracts'
import { JOB_LANES, RunDueJobs, type ClaimedJob, type JobLane } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { afterEach, describe, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import type { Pause } from './pause.js'
import { startWorker, type Worker } from './worker.js'

const workers: Worker[] = []

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop({ graceMs: 0 })
})

/** Stops time until `pass` lets it pass, and knows who waits for how long. */
function aPause() {
  const waiting = new Set<{ durationMs: number; end: () => void }>()
  const pause: Pause = (durationMs, aborted) =>
    new Promise((resolve) => {
      const end = () => {
        waiting.delete(one)
        aborted.removeEventListener('abort', end)
        resolve()
      }
      const one = { durationMs, end }
      waiting.add(one)
      aborted.addEventListener('abort', end)
      if (durationMs === 0 || aborted.aborted) end()
    })
  const restsOf = (durationMs: number) => [...waiting].filter((one) => one.durationMs === durationMs)
  return {
    pause,
    restsOf,
    pass: (durationMs: number) => restsOf(durationMs).forEach(({ end }) => end()),
    /** Resolves as soon as so many wait for so long. */
    untilResting: async (durationMs: number, times = 1) => {
      await until(() => restsOf(durationMs).length >= times)
    },
  }
}

type Script = (job: ClaimedJob, finish: () => Promise<unknown>) => Promise<unknown>

type Options = {
  readonly moved?: number
  readonly recomputesOn?: boolean
  /** Hands on what waits in the outbox, and answers how much that was. */
  readonly relay?: () => Promise<number>
}

async function open(script?: Script, { moved = 0, recomputesOn = false, relay = async () => 0 }: Options = {}) {
  const adapters = inMemory()
  const house = await houseOf(adapters)
  const { run, account } = house
  let outage: Error | null = null
  const unitOfWork: typeof adapters.unitOfWork = {
    run: (work) => (outage === null ? adapters.unitOfWork.run(work) : Promise.reject(outage)),
    runOne: (work) => unitOfWork.run(work),
  }
  const begun: ClaimedJob[] = []
  const ended: ClaimedJob[] = []
  /** Does what the test says, in place of bringing messages to their end. */
  const finishMessage = {
    async execute(job: ClaimedJob) {
      begun.push(job)
      const finish = () => unitOfWork.run(({ jobs }) => jobs.finish(job))
      await (script ?? ((_, done) => done()))(job, finish)
      ended.push(job)
    },
  }
  const log: { level: string; fields: object; message: string }[] = []
  const record = (level: string) => (fields: object | string, message?: string) =>
    void log.push(
      typeof fields === 'string' ? { level, fields: {}, message: fields } : { level, fields, message: message! },
    )
  const time = aPause()
  let [trims, recomputings, relays] = [0, 0, 0]
  const registry = new Registry()
  const start = () => {
    const worker = startWorker({
      useCases: {
        runDueJobs: new RunDueJobs({
          ...adapters,
          unitOfWork,
          finishMessage,
          dispatchChunk: finishMessage,
          runOccurrence: finishMessage,
          startSend: finishMessage,
          deliverEvents: finishMessage,
        }),
        relayEvents: {
          execute() {
            relays++
            return outage === null ? relay() : Promise.reject(outage)
          },
        },
        trimExpired: { execute: async () => (outage === null ? ++trims : Promise.reject(outage)) },
        recomputeSchedules: {
          async execute({ stopping } = {}) {
            recomputings++
            if (outage !== null) throw outage
            if (recomputesOn) await until(() => stopping?.aborted === true)
            return moved
          },
        },
      },
      logger: { info: record('info'), warn: record('warn'), error: record('error') } as never,
      registry,
      pause: time.pause,
    })
    workers.push(worker)
    return worker
  }
  return {
    ...house,
    ...time,
    begun,
    ended,
    log,
    start,
    trims: () => trims,
    relays: () => relays,
    recomputings: () => recomputings,
    clock: adapters.clock,
    metric: async (name: string) => (await registry.getSingleMetric(name)!.get()).values,
    breakStores: (error: Error | null) => {
      outage = error
    },
    jobs: (many: number, lane: JobLane = 'quick') =>
      run(({ jobs }) => jobs.put(Array.from({ length: many }, () => aJob({ account: account.id, lane })))),
  }
}

/** Gives up at some time, so that a test that fails does not go on for ever. */
async function until(holds: () => boolean) {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 20_000) throw new Error(`It never came true: ${holds.toString()}`)
    await new Promise(setImmediate)
  }
}

const LOOK_AGAIN = 1_000
const LANES = 5
const outOfReach = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('a worker', () => {
  test('works until nothing is left, in every lane, and then looks again every second', async () => {
    const { jobs, start, untilResting, begun, ended, pass } = await open()
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
    const { jobs, start, begun, ended } = await open(async (_, finish) => {
      if (begun.length <= 224) await slowly()
      await finish()
    })
    await jobs(40)
    await jobs(10, 'bulk')
    await jobs(8, 'timed')
    await jobs(103, 'webhooks')
    await jobs(102, 'slow-webhooks')
    start()
    await until(() => begun.length === 224)
    const begunIn = (lane: JobLane) => begun.filter((job) => job.lane === lane).length
    expect(JOB_LANES.map(begunIn)).toEqual([16, 4, 4, 400, 200])
    gates.splice(5).forEach((open) => open())
    await until(() => ended.length === 258)
    gates.forEach((open) => open())
    await until(() => ended.length === 263)
  })

  test('trims what has expired at once and every ten minutes', async () => {
    const { start, trims, untilResting, pass } = await open()
    start()
    await untilResting(600_000)
    expect(trims()).toBe(1)
    pass(600_000)
    await untilResting(600_000)
    expect(trims()).toBe(2)
  })

  test('computes the next sends of schedules again when it starts, once, while jobs go on', async () => {
    const { jobs, start, recomputings, untilResting, pass, log, ended } = await open(undefined, { moved: 2 })
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
    const { start, recomputings, restsOf, untilResting, pass, log, breakStores } = await open()
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
    const { jobs, start, untilResting, pass, clock, log, metric } = await open(failing)
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

describe('before each look for webhooks', () => {
  test('what waits in the outbox is handed on until nothing is, and then claimed at once', async () => {
    const waiting = [2_000, 2_000, 3]
    const house = await open(undefined, {
      relay: async () => {
        if (waiting.length === 1) await house.jobs(1, 'webhooks')
        return waiting.shift() ?? 0
      },
    })
    house.start()
    await house.untilResting(LOOK_AGAIN, LANES)
    expect(house.ended).toMatchObject([{ lane: 'webhooks' }])
    const relays = house.relays()
    house.pass(LOOK_AGAIN)
    await until(() => house.relays() === relays + 1)
  })

  test('no more is handed on than so much, so that those who have theirs do not wait for all the others', async () => {
    const { jobs, start, ended, relays } = await open(undefined, { relay: async () => 2_000 })
    await jobs(1, 'webhooks')
    start()
    await until(() => ended.length === 1)
    expect(relays() % 10).toBe(0)
  })

  test('a failure to hand on is told and tried again later and later, and jobs of webhooks go on', async () => {
    const relay = () => Promise.reject(new Error('A row says +12025550123'))
    const { jobs, start, untilResting, pass, ended, log, relays } = await open(undefined, { relay })
    start()
    for (const [turn, ms] of [2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
      await untilResting(ms)
      await jobs(1, 'webhooks')
      await untilResting(LOOK_AGAIN, LANES)
      pass(LOOK_AGAIN)
      await until(() => ended.length === turn + 1)
      expect(relays()).toBe(turn + 1)
      pass(ms)
      await untilResting(LOOK_AGAIN, LANES)
      pass(LOOK_AGAIN)
      await until(() => relays() === turn + 2)
    }
    const told = { level: 'warn', message: 'events could not be handed on to webhooks' }
    expect(log).toMatchObject(Array(6).fill(told))
    expect(JSON.stringify(log)).not.toContain('2025550123')
  })

  test('that it could be handed on again makes the next failure a first one', async () => {
    let fails = true
    const relay = () => (fails ? Promise.reject(new Error('It broke')) : Promise.resolve(0))
    const { start, untilResting, pass, relays } = await open(undefined, { relay })
    start()
    for (const failsNext of [false, true]) {
      await untilResting(LOOK_AGAIN, LANES)
      fails = failsNext
      pass(2_000)
      const before = relays()
      pass(LOOK_AGAIN)
      await until(() => relays() > before)
    }
    await untilResting(2_000)
  })
})

describe('an outage of the database', () => {
  test('is logged once, waited for longer and longer, and worked on from where it was when it is over', async () => {
    const { jobs, start, untilResting, pass, ended, log, breakStores } = await open()
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
    const { jobs, start, begun, ended } = await open((_, finish) => slowly().then(finish))
    await jobs(30)
    const worker = start()
    await until(() => begun.length === 16)
    const stopping = worker.stop({ graceMs: 5_000 })
    gates.forEach((open) => open())
    await stopping
    expect([begun.length, ended.length]).toEqual([16, 16])
  })

  test('a job that does not end is left to others when the time is over', async () => {
    const { jobs, start, begun, ended, untilResting, pass } = await open(() => new Promise(() => {}))
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
    const { start, recomputings, log } = await open(undefined, { recomputesOn: true })
    const worker = start()
    await until(() => recomputings() === 1)
    await worker.stop({ graceMs: 5_000 })
    expect([recomputings(), log]).toEqual([1, []])
  })

  test('what is being handed on is waited for, and neither another round nor a look follows', async () => {
    const gate: { open?: () => void } = {}
    const relay = () => new Promise<number>((resolve) => (gate.open = () => resolve(1)))
    const { jobs, start, begun, relays } = await open(undefined, { relay })
    await jobs(1, 'webhooks')
    const worker = start()
    await until(() => gate.open !== undefined)
    const stopping = worker.stop({ graceMs: 5_000 })
    gate.open!()
    await stopping
    expect([relays(), begun.length]).toEqual([1, 0])
  })

  test('an idle one ends at once', async () => {
    const { jobs, start, begun, untilResting, restsOf } = await open()
    const worker = start()
    await untilResting(LOOK_AGAIN, LANES)
    await jobs(1)
    await worker.stop({ graceMs: 5_000 })
    expect(restsOf(LOOK_AGAIN)).toEqual([])
    expect(begun).toEqual([])
  })
})
