import { aJob, ids, NOW, workingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import { JOB_LEASE_MS } from '../../model/jobs/job.js'

const open = () => workingFixture(inMemory())

describe('a round', () => {
  test('runs the due jobs and returns their number', async () => {
    const { jobs, round, begun } = await open()
    const due = await jobs(3)
    await jobs(1, { lane: 'bulk' })
    expect(await round()).toBe(3)
    expect(begun.map(({ id }) => id)).toEqual(due.map(({ id }) => id))
    expect(await round()).toBe(0)
    expect(await round({ lane: 'bulk' })).toBe(1)
  })

  test('claims at most the given number of jobs', async () => {
    const { jobs, round } = await open()
    await jobs(7)
    expect([await round({ jobsMax: 3 }), await round({ jobsMax: 3 }), await round({ jobsMax: 3 })]).toEqual([3, 3, 1])
  })

  test('divides its claims between the accounts with due jobs, and leaves none unused', async () => {
    const { jobs, round, begun, run, neighbour } = await open()
    const [one, other] = [await neighbour(), await neighbour()]
    await jobs(50)
    await run((stores) => stores.jobs.put([aJob({ account: one.id }), aJob({ account: other.id })]))
    await round({ jobsMax: 4 })
    const served = new Set(begun.map(({ account }) => account))
    expect(served.size).toBe(3)
    expect(begun).toHaveLength(4)
  })

  test.each([
    [8, [4, 3, 1]],
    [9, [4, 4, 1]],
    [32, [22, 9, 1]],
  ])(
    'gives each account the same share of %i claims, and the others what an account leaves',
    async (jobsMax, shares) => {
      const { jobs, round, begun, run, account, neighbour } = await open()
      const others = [await neighbour(), await neighbour()].map(({ id }) => id)
      await jobs(50)
      await run((stores) =>
        stores.jobs.put(
          others.flatMap((other, n) => Array.from({ length: n === 0 ? 9 : 1 }, () => aJob({ account: other }))),
        ),
      )
      expect(await round({ jobsMax })).toBe(jobsMax)
      expect([account.id, ...others].map((id) => begun.filter((job) => job.account === id).length)).toEqual(shares)
    },
  )

  test('claims the jobs of all accounts in one unit of work', async () => {
    const { unitOfWork, ...adapters } = inMemory()
    let units = 0
    const run: typeof unitOfWork.run = (work) => {
      units++
      return unitOfWork.run(work)
    }
    const fixture = await workingFixture({ ...adapters, unitOfWork: { run, runOne: run } })
    const accounts = [fixture.account, await fixture.neighbour(), await fixture.neighbour()]
    await fixture.run((stores) => stores.jobs.put(accounts.map(({ id }) => aJob({ account: id }))))
    const before = units
    const { begin } = fixture.worker(() => new Promise(() => {}))
    expect(await begin()).toHaveLength(3)
    expect(units - before).toBe(1)
  })

  test('divides the jobs of schedules into equal batches, whose jobs were claimed one after the other', async () => {
    const { jobs, begin } = await open()
    const due = (await jobs(7, { lane: 'timed' })).map(({ id }) => id)
    const batches = (await begin({ lane: 'timed', jobsMax: 3 })).map((batch) => batch.jobs.map(({ id }) => id))
    expect(batches).toEqual([due.slice(0, 2), due.slice(2, 4), due.slice(4)])
  })

  test('begins the jobs that cannot run together in the order in which they were claimed', async () => {
    const { jobs, worker } = await open()
    const due = (await jobs(4, { lane: 'timed' })).map(({ id }) => id)
    const stuck = worker(() => new Promise(() => {}))
    await stuck.begin({ lane: 'timed', jobsMax: 2 })
    await setImmediate()
    expect(stuck.begun.map(({ id }) => id)).toEqual(due.slice(0, 2))
  })

  test('lets a batch that has ended its own jobs run those of another batch that are left', async () => {
    const { jobs, worker } = await open()
    const due = (await jobs(6, { lane: 'timed' })).map(({ id }) => id)
    const stuckInFirst = worker(async ({ id }) => (id === due[0] ? new Promise(() => {}) : undefined))
    const [, second] = await stuckInFirst.begin({ lane: 'timed', jobsMax: 2 })
    await second!.ended
    expect(stuckInFirst.begun.map(({ id }) => id)).toEqual(due)
  })

  test('ends a batch whose jobs have run together while those of another batch are running', async () => {
    const { run, account, worker, finish } = await open()
    const schedule = ids.next('sch')
    const job = {
      account: account.id,
      lane: 'timed',
      kind: 'run-occurrence',
      payload: { schedule },
      runAt: NOW,
    } as const
    const due = Array.from({ length: 4 }, () => ids.next('job'))
    await run((stores) => stores.jobs.put(due.map((id) => ({ ...job, id }))))
    const slow = worker(finish, ([first]) => (first!.id === due[0] ? new Promise(() => {}) : Promise.resolve([])))
    const [, second] = await slow.begin({ lane: 'timed', jobsMax: 2 })
    await second!.ended
    expect(second!.jobs.map(({ id }) => id)).toEqual(due.slice(2))
  })

  test('serves the accounts in turn, whatever the number of their jobs', async () => {
    const { jobs, round, begun, run, account, neighbour } = await open()
    const others = [await neighbour(), await neighbour()].map(({ id }) => id)
    await jobs(50)
    await run((stores) => stores.jobs.put(others.map((id) => aJob({ account: id }))))
    for (let i = 0; i < 3; i++) await round({ jobsMax: 1 })
    expect(begun.map((job) => job.account)).toEqual([account.id, ...others])
  })

  test('keeps track of the turns in each lane separately', async () => {
    const { jobs, round, begun, run, account, neighbour } = await open()
    const { id: other } = await neighbour()
    for (const lane of ['quick', 'bulk'] as const) {
      await jobs(2, { lane })
      await run((stores) => stores.jobs.put([aJob({ account: other, lane })]))
    }
    for (const lane of ['quick', 'bulk', 'quick', 'bulk'] as const) await round({ lane, jobsMax: 1 })
    const served = begun.map((job) => [job.lane, job.account])
    expect(served).toEqual([
      ['quick', account.id],
      ['bulk', account.id],
      ['quick', other],
      ['bulk', other],
    ])
  })

  test('with several workers runs each job once', async () => {
    const { jobs, worker } = await open()
    const due = await jobs(30)
    const workers = [worker(), worker(), worker()]
    await Promise.all(workers.map(({ round }) => round({ jobsMax: 30 })))
    const begun = workers.flatMap((one) => one.begun)
    expect(begun.map(({ id }) => id).sort()).toEqual(due.map(({ id }) => id))
  })

  test('takes over a crashed worker’s job after its lease expires', async () => {
    const { jobs, round, begun, clock, worker } = await open()
    const [due] = await jobs(1)
    const vanished = worker(() => new Promise(() => {}))
    await vanished.begin()
    expect(await round()).toBe(0)
    clock.advance(JOB_LEASE_MS)
    expect(await round()).toBe(1)
    expect(begun).toMatchObject([{ id: due!.id, attempt: 2 }])
  })

  test('can be begun without waiting for its jobs, and reports the end of each job', async () => {
    const gate: { open?: () => void } = {}
    const { jobs, worker, finish, round } = await open()
    const slowly = worker(async (job) => {
      await new Promise<void>((resolve) => (gate.open = resolve))
      await finish(job)
    })
    const [due] = await jobs(1)
    const [running] = await slowly.begin()
    expect(running!.jobs.map(({ id }) => id)).toEqual([due!.id])
    expect(await round()).toBe(0)
    gate.open!()
    await running!.ended
    expect(slowly.failures).toEqual([])
  })
})
