import { aJob, workingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { JOB_ATTEMPTS_MAX, JOB_LEASE_MS, type Job, type ClaimedJob } from '../../model/jobs/job.js'

const broken = new Error('It broke')
const fails = () => Promise.reject(broken)

const open = (script?: (job: ClaimedJob) => Promise<void>) => workingFixture(inMemory(), script)

describe('a job that fails', () => {
  test('is reported, and retried with increasing backoff', async () => {
    const { jobs, round, failures, clock } = await open(fails)
    const [due] = await jobs(1)
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await round()).toBe(1)
      const wholeMs = 1_000 * 2 ** (attempt - 1)
      clock.advance(wholeMs / 2 - 1)
      expect(await round()).toBe(0)
      clock.advance(wholeMs / 2 + 1)
    }
    expect(failures).toMatchObject(
      [1, 2, 3, 4].map((attempt) => ({ job: { id: due!.id, attempt }, error: broken, isDead: false })),
    )
  })

  test('never becomes dead if it belongs to a schedule, which would otherwise stop forever', async () => {
    const { jobs, round, failures, clock, dead } = await open(fails)
    await jobs(1, { lane: 'timed' })
    for (let attempt = 1; attempt <= JOB_ATTEMPTS_MAX + 2; attempt++) {
      expect(await round({ lane: 'timed' })).toBe(1)
      clock.advance(600_000)
    }
    expect(failures.filter(({ isDead }) => isDead)).toEqual([])
    expect(failures.every(({ error }) => error === broken)).toBe(true)
    expect((await dead()).totalCount).toBe(0)
  })

  test('does not affect the other jobs of its round', async () => {
    const { jobs, worker, finish } = await open()
    const [bad] = await jobs(3)
    const { round, failures, begun } = worker((job) => (job.id === bad!.id ? fails() : finish(job)))
    expect(await round()).toBe(3)
    expect(await round()).toBe(0)
    expect([begun.length, failures.length]).toEqual([3, 1])
  })

  test('too often is set aside as dead, and that is reported', async () => {
    const { jobs, round, failures, clock, dead } = await open(fails)
    const [due] = await jobs(1)
    for (let attempt = 1; attempt <= JOB_ATTEMPTS_MAX; attempt++) {
      expect((await dead()).totalCount).toBe(0)
      expect(await round()).toBe(1)
      clock.advance(600_000)
    }
    expect(await round()).toBe(0)
    expect(failures.filter(({ isDead }) => isDead)).toMatchObject([{ job: { attempt: JOB_ATTEMPTS_MAX } }])
    expect((await dead()).results).toMatchObject([{ id: due!.id, attempt: JOB_ATTEMPTS_MAX, error: 'It broke' }])
  })

  test('because it crashes every worker is set aside as dead, and not retried', async () => {
    const { jobs, worker, clock, dead } = await open()
    await jobs(1)
    const vanishing = worker(() => new Promise(() => {}))
    for (let attempt = 1; attempt <= JOB_ATTEMPTS_MAX; attempt++) {
      expect(await vanishing.begin()).toHaveLength(1)
      clock.advance(JOB_LEASE_MS)
    }
    const last = worker()
    expect(await last.round()).toBe(1)
    expect(last.begun).toEqual([])
    expect(last.failures).toMatchObject([{ isDead: true }])
    expect((await dead()).results).toMatchObject([
      { error: 'Every worker that ran this job stopped before the job ended' },
    ])
  })

  test('after another worker has taken it over changes nothing', async () => {
    const { jobs, worker, clock, begun, round, dead } = await open()
    await jobs(1)
    const failing: { now?: () => void } = {}
    const stalled = worker(() => new Promise((_, reject) => (failing.now = () => reject(broken))))
    const [running] = await stalled.begin()
    clock.advance(JOB_LEASE_MS)
    const other = worker(() => new Promise(() => {}))
    await other.begin()
    failing.now!()
    await running!.ended
    expect(stalled.failures).toMatchObject([{ error: broken, isDead: false }])
    expect((await dead()).totalCount).toBe(0)
    expect(await round()).toBe(0)
    expect(begun).toEqual([])
  })

  test('because this version does not know its kind is retried later', async () => {
    const { run, account, round, failures, begun } = await open()
    const unknown = { ...aJob({ account: account.id }), kind: 'of-tomorrow' } as unknown as Job
    await run(({ jobs }) => jobs.put([unknown]))
    expect(await round()).toBe(1)
    expect(failures).toMatchObject([{ error: { message: 'No job of the kind "of-tomorrow" is known to this worker' } }])
    expect([begun, await round()]).toEqual([[], 0])
  })
})
