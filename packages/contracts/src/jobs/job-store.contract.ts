import { describe, expect, test } from '@jest/globals'
import type { ClaimedJob, Job, JobStore } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after, ids } from '../fixtures/builders.js'
import { aJob } from '../fixtures/sending-builders.js'
import { describeDeadJobs } from './dead-jobs.contract.js'
import { describeBringForward } from './job-bring-forward.contract.js'
import { describeJobClaim } from './job-claim.contract.js'
import { idsOf, jobStoreFixture, LEASE_SECONDS } from './job-store-fixture.js'
import { describeJobWake } from './job-wake.contract.js'
import { describeLanesDue } from './lanes-due.contract.js'

export function describeJobStore(open: OpenTestAdapters) {
  const openFixture = async () => jobStoreFixture(open)

  describeJobClaim(open)

  describeLanesDue(open)

  describe('jobs: put', () => {
    test('replaces a claimed job, and ends its claim', async () => {
      const { run, account, job, claim } = await openFixture()
      const before = await job()
      const [claimedJob] = await claim()
      const replaced = { ...aJob({ account: account.id, lane: 'bulk', runAt: after(5) }), id: before.id }
      await run(({ jobs }) => jobs.put([replaced]))
      for (const end of ENDINGS) expect(await run((stores) => end(stores.jobs, claimedJob!))).toBe(false)
      expect(await claim({ now: after(60) })).toEqual([])
      expect(await claim({ now: after(5), lane: 'bulk' })).toEqual([expect.objectContaining(replaced)])
    })

    test('resets the tries of a job', async () => {
      const { run, job, claim } = await openFixture()
      const due = await job()
      await claim()
      await claim({ now: after(LEASE_SECONDS) })
      await run(({ jobs }) => jobs.put([due]))
      expect(await claim()).toMatchObject([{ attempt: 1 }])
    })

    test('stores jobs of several accounts, and only the last job of each account and id', async () => {
      const { run, account, claim, neighbour } = await openFixture()
      const other = await neighbour()
      const [mine, theirs] = [aJob({ account: account.id }), aJob({ account: other.id })]
      const sameId = aJob({ account: other.id, id: mine.id })
      const newer = { ...mine, runAt: after(-3) }
      await run(({ jobs }) => jobs.put([mine, theirs, newer, sameId]))
      await run(({ jobs }) => jobs.put([]))
      expect(await claim()).toEqual([expect.objectContaining(newer)])
      expect(idsOf(await claim({ account: other.id })).sort()).toEqual([theirs.id, mine.id].sort())
    })

    test('stores each job once when called concurrently with the same jobs in any order', async () => {
      const { run, account, claim } = await openFixture()
      const many = Array.from({ length: 20 }, () => aJob({ account: account.id }))
      const put = (jobs: readonly Job[]) => run((stores) => stores.jobs.put(jobs))
      await Promise.all([put(many), put(many.toReversed()), put(many), put(many.toReversed())])
      expect(idsOf(await claim({ limit: 99 }))).toEqual(idsOf(many))
    })
  })

  describe('jobs: add', () => {
    test('does not change an existing job, claimed or not, and adds missing jobs', async () => {
      const { run, account, job, claim } = await openFixture()
      const there = await job()
      const [claimedJob] = await claim()
      const other = aJob({ account: account.id })
      await run(({ jobs }) => jobs.add([{ ...there, runAt: after(5) }, other]))
      expect(await claim()).toMatchObject([{ id: other.id, attempt: 1 }])
      expect(await run(({ jobs }) => jobs.finish(claimedJob!))).toBe(true)
      await run(({ jobs }) => jobs.add([there]))
      expect(idsOf(await claim())).toEqual([there.id])
    })

    test('adds each job once when called concurrently with the same jobs in any order', async () => {
      const { run, account, claim } = await openFixture()
      const many = Array.from({ length: 20 }, () => aJob({ account: account.id }))
      const add = (jobs: readonly Job[]) => run((stores) => stores.jobs.add(jobs))
      await Promise.all([add(many), add(many.toReversed()), add(many)])
      expect(idsOf(await claim({ limit: 99 }))).toEqual(idsOf(many))
    })
  })

  describeBringForward(open, 'bringForward')

  describeBringForward(open, 'wake')

  describeJobWake(open)

  describe('jobs: remove', () => {
    test('deletes the given jobs, claimed or not, and no others', async () => {
      const { run, account, job, claim, neighbour } = await openFixture()
      const [removed, waiting, kept] = [await job({ runAt: after(-1) }), await job(), await job()]
      const other = await neighbour()
      await run(({ jobs }) => jobs.put([aJob({ account: other.id, id: waiting.id })]))
      const [claimed] = await claim({ limit: 1 })
      await run(({ jobs }) => jobs.remove(account.id, [removed.id, waiting.id, ids.next('job')]))
      await run(({ jobs }) => jobs.remove(account.id, []))
      expect(await run(({ jobs }) => jobs.finish(claimed!))).toBe(false)
      expect(idsOf(await claim({ now: after(60) }))).toEqual([kept.id])
      expect(idsOf(await claim({ account: other.id }))).toEqual([waiting.id])
    })
  })

  describe('jobs: a claim', () => {
    test('that finishes its job deletes the job', async () => {
      const { run, job, claim } = await openFixture()
      await job()
      const [claimedJob] = await claim()
      expect(await run(({ jobs }) => jobs.finish(claimedJob!))).toBe(true)
      expect(await claim({ now: after(60) })).toEqual([])
      for (const end of ENDINGS) expect(await run((stores) => end(stores.jobs, claimedJob!))).toBe(false)
    })

    test('that postpones its job releases the job, which keeps its tries', async () => {
      const { run, job, claim } = await openFixture()
      const due = await job()
      const [claimedJob] = await claim()
      expect(await run(({ jobs }) => jobs.postpone(claimedJob!, { runAt: after(7) }))).toBe(true)
      for (const end of ENDINGS) expect(await run((stores) => end(stores.jobs, claimedJob!))).toBe(false)
      expect(await claim({ now: after(6.999) })).toEqual([])
      expect(await claim({ now: after(7) })).toMatchObject([{ id: due.id, runAt: after(7), attempt: 2 }])
    })

    test('stays valid after its lease expires, unless another worker claims the job', async () => {
      const { run, job, claim } = await openFixture()
      await job()
      const [claimedJob] = await claim({ leaseUntil: after(1) })
      expect(await run(({ jobs }) => jobs.finish(claimedJob!))).toBe(true)
    })

    test('that `holds` confirms stays valid until the unit of work ends', async () => {
      const { run, job, claim } = await openFixture()
      await Promise.all(Array.from({ length: 10 }, () => job()))
      const claimedJobs = await claim()
      const renewed = claimedJobs.map((one) =>
        run(async ({ jobs }) => ((await jobs.holds(one)) ? [true, await jobs.finish(one)] : [false, false])),
      )
      const [found, again] = await Promise.all([Promise.all(renewed), claim({ now: after(LEASE_SECONDS) })])
      for (const [isCurrent, finished] of found) expect(finished).toBe(isCurrent)
      expect(idsOf(again).sort()).toEqual(idsOf(claimedJobs.filter((_, i) => !found[i]![0])).sort())
    })

    test('is refused and changes nothing after another worker claimed the job', async () => {
      const { run, job, claim } = await openFixture()
      await job()
      const [stale] = await claim()
      const [newest] = await claim({ now: after(LEASE_SECONDS) })
      for (const end of ENDINGS) expect(await run((stores) => end(stores.jobs, stale!))).toBe(false)
      expect(await run(({ jobs }) => jobs.finish(newest!))).toBe(true)
    })

    test('finishes its job or loses it to a concurrent claim, but never both', async () => {
      const { run, job, claim } = await openFixture()
      await Promise.all(Array.from({ length: 10 }, () => job()))
      const claimedJobs = await claim()
      const finishing = claimedJobs.map((claimed) => run(({ jobs }) => jobs.finish(claimed)))
      const [finished, again] = await Promise.all([Promise.all(finishing), claim({ now: after(LEASE_SECONDS) })])
      const left = claimedJobs.filter((_, i) => !finished[i])
      expect(idsOf(again).sort()).toEqual(idsOf(left).sort())
    })

    test('is independent of a claim in another account with the same ids', async () => {
      const { run, account, job, claim, neighbour } = await openFixture()
      const mine = await job()
      const other = await neighbour()
      await run(({ jobs }) => jobs.put([aJob({ account: other.id, id: mine.id })]))
      const fence = ids.next('job')
      const [claimedJob] = await claim({ fence })
      await claim({ account: other.id, fence })
      expect(await run(({ jobs }) => jobs.finish(claimedJob!))).toBe(true)
      const left = await claim({ account: other.id, now: after(LEASE_SECONDS) })
      expect(left).toMatchObject([{ account: other.id, id: mine.id }])
      expect(await claim({ account: account.id, now: after(LEASE_SECONDS) })).toEqual([])
    })
  })

  describeDeadJobs(open)
}

/** The methods that succeed only with the newest claim of a job. */
const ENDINGS: readonly ((jobs: JobStore, claimedJob: ClaimedJob) => Promise<boolean>)[] = [
  (jobs, claimedJob) => jobs.holds(claimedJob),
  (jobs, claimedJob) => jobs.finish(claimedJob),
  (jobs, claimedJob) => jobs.postpone(claimedJob, { runAt: after(-99) }),
  (jobs, claimedJob) => jobs.markDead(claimedJob, { at: NOW, error: 'It broke' }),
]
