import { describe, expect, test } from '@jest/globals'
import type { ClaimedJob } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after, ids } from '../fixtures/builders.js'
import { aJob } from '../fixtures/sending-builders.js'
import { jobStoreFixture } from './job-store-fixture.js'

const FIRST_PAGE = { page: 1, limit: 20 }

/** The part of the job store's contract for dead jobs. */
export function describeDeadJobs(open: OpenTestAdapters) {
  async function openFixture() {
    const fixture = await jobStoreFixture(open)
    const { run, account, job, claim } = fixture
    const markDead = (claimedJob: ClaimedJob, at = NOW, error = 'It broke') =>
      run(({ jobs }) => jobs.markDead(claimedJob, { at, error }))
    return {
      ...fixture,
      markDead,
      dead: (page = FIRST_PAGE) => run(({ jobs }) => jobs.listDead(account.id, page)),
      deadJob: async (at = NOW) => {
        const due = await job()
        const [claimedJob] = await claim()
        await markDead(claimedJob!, at)
        return due
      },
    }
  }

  describe('dead jobs', () => {
    test('are set aside with their last error, and are not claimed again', async () => {
      const { job, claim, markDead, dead, due } = await openFixture()
      const before = await job({ runAt: after(-5) })
      const [claimedJob] = await claim()
      expect(await markDead(claimedJob!, after(2), 'The provider said “no”')).toBe(true)
      const listed = { ...before, attempt: 1, diedAt: after(2), error: 'The provider said “no”' }
      expect(await dead()).toEqual({ ...FIRST_PAGE, totalCount: 1, results: [listed] })
      expect(await claim({ now: after(999) })).toEqual([])
      expect(await due({ now: after(999) })).toEqual([])
      expect(await markDead(claimedJob!)).toBe(false)
    })

    test('are listed newest first, then by id descending, in pages', async () => {
      const { deadJob, dead } = await openFixture()
      const [a, b, c, d] = [await deadJob(after(1)), await deadJob(after(3)), await deadJob(), await deadJob(after(1))]
      const idsOn = async (page: number, limit: number) => (await dead({ page, limit })).results.map(({ id }) => id)
      expect(await idsOn(1, 3)).toEqual([b!.id, d!.id, a!.id])
      expect(await idsOn(2, 3)).toEqual([c!.id])
      expect(await dead({ page: 3, limit: 3 })).toEqual({ page: 3, limit: 3, totalCount: 4, results: [] })
    })

    test('are due at once, with zero tries, when retried', async () => {
      const { run, account, deadJob, dead, claim } = await openFixture()
      const [retried, left] = [await deadJob(), await deadJob()]
      expect(await run(({ jobs }) => jobs.retry(account.id, retried.id, after(4)))).toBe(true)
      expect((await dead()).results.map(({ id }) => id)).toEqual([left.id])
      expect(await claim({ now: after(3.999) })).toEqual([])
      const again = { ...retried, runAt: after(4), attempt: 1 }
      expect(await claim({ now: after(4) })).toEqual([expect.objectContaining(again)])
    })

    test('are retried once, even if several retries run concurrently', async () => {
      const { run, account, deadJob, claim } = await openFixture()
      const { id } = await deadJob()
      const retry = () => run(({ jobs }) => jobs.retry(account.id, id, NOW))
      const retried = await Promise.all([retry(), retry(), retry(), retry()])
      expect(retried.filter(Boolean)).toHaveLength(1)
      expect(await retry()).toBe(false)
      expect(await claim()).toHaveLength(1)
    })

    test('do not replace a newer job with the same id when retried', async () => {
      const { run, account, deadJob, job, claim, dead } = await openFixture()
      const { id } = await deadJob()
      const newer = await job({ id, runAt: after(5) })
      const [claimedJob] = await claim({ now: after(5) })
      expect(await run(({ jobs }) => jobs.retry(account.id, id, NOW))).toBe(true)
      expect((await dead()).totalCount).toBe(0)
      expect(await claim()).toEqual([])
      expect(await run(({ jobs }) => jobs.finish(claimedJob!))).toBe(true)
      expect(claimedJob).toMatchObject(newer)
    })

    test('are replaced when a job with the same id dies later', async () => {
      const { deadJob, job, claim, markDead, dead } = await openFixture()
      const { id } = await deadJob()
      await job({ id })
      const [claimedJob] = await claim()
      await markDead(claimedJob!, after(9), 'Worse')
      expect(await dead()).toMatchObject({ totalCount: 1, results: [{ id, diedAt: after(9), error: 'Worse' }] })
    })

    test('are returned once when discarded, and do not come back', async () => {
      const { run, account, deadJob, dead, claim } = await openFixture()
      const [discarded, left] = [await deadJob(), await deadJob()]
      const discard = () => run(({ jobs }) => jobs.discard(account.id, discarded.id))
      const found = await Promise.all([discard(), discard(), discard()])
      expect(found.filter((one) => one !== null)).toEqual([
        { ...discarded, attempt: 1, diedAt: NOW, error: 'It broke' },
      ])
      expect(await discard()).toBeNull()
      expect((await dead()).results.map(({ id }) => id)).toEqual([left.id])
      expect(await claim({ now: after(999) })).toEqual([])
    })

    test('do not exist as jobs that run, unless a newer job has the same id', async () => {
      const { run, account, deadJob, job, claim, neighbour } = await openFixture()
      const { id } = await deadJob()
      const exists = (of = account.id) => run(({ jobs }) => jobs.exists(of, id))
      expect(await exists()).toBe(false)
      await job({ id })
      expect([await exists(), await exists((await neighbour()).id)]).toEqual([true, false])
      await claim()
      expect(await exists()).toBe(true)
      await run(({ jobs }) => jobs.discard(account.id, id))
      expect(await exists()).toBe(true)
    })

    test('belong to one account', async () => {
      const { run, account, deadJob, neighbour, claim } = await openFixture()
      const { id } = await deadJob()
      const other = await neighbour()
      await run(({ jobs }) => jobs.put([aJob({ account: other.id, id, runAt: after(1) })]))
      expect(await run(({ jobs }) => jobs.retry(other.id, id, NOW))).toBe(false)
      expect(await run(({ jobs }) => jobs.discard(other.id, id))).toBeNull()
      expect(await run(({ jobs }) => jobs.retry(account.id, ids.next('job'), NOW))).toBe(false)
      expect((await run(({ jobs }) => jobs.listDead(other.id, FIRST_PAGE))).totalCount).toBe(0)
      expect(await claim({ account: other.id })).toEqual([])
    })
  })
}
