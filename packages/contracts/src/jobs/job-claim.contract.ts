import { describe, expect, test } from '@jest/globals'
import type { AccountId } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after, ids } from '../fixtures/builders.js'
import { aJob } from '../fixtures/sending-builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { idsOf, jobStoreFixture, LEASE_SECONDS } from './job-store-fixture.js'

/** The part of the job store's contract for claiming jobs. */
export function describeJobClaim(open: OpenTestAdapters) {
  const openFixture = async () => jobStoreFixture(open)

  describe('jobs: claim', () => {
    test('claims due jobs, longest due first, with all fields', async () => {
      const { job, claim } = await openFixture()
      const [late, first, second] = [await job({ runAt: NOW }), await job({ runAt: after(-9) }), await job()]
      await job({ runAt: after(1) })
      const fence = ids.next('job')
      const claimFields = { attempt: 1, fence, leaseUntil: after(LEASE_SECONDS) }
      expect(await claim({ fence })).toEqual([first, late, second].map((due) => ({ ...due, ...claimFields })))
    })

    test('respects its limit, lane and account', async () => {
      const { run, job, claim, neighbour } = await openFixture()
      const quick = [await job(), await job(), await job()]
      const bulk = await job({ lane: 'bulk' })
      const other = await neighbour()
      const theirs = aJob({ account: other.id })
      await run(({ jobs }) => jobs.put([theirs]))
      expect(idsOf(await claim({ limit: 2 }))).toEqual([quick[0]!.id, quick[1]!.id])
      expect(idsOf(await claim({ lane: 'bulk' }))).toEqual([bulk.id])
      expect(idsOf(await claim({ account: other.id }))).toEqual([theirs.id])
      expect(idsOf(await claim())).toEqual([quick[2]!.id])
      expect(await claim()).toEqual([])
    })

    test('claims up to its limit of each of several accounts, and nothing of other accounts', async () => {
      const { run, account, claim, neighbour } = await openFixture()
      const [one, other, third] = [account, await neighbour(), await neighbour()].map(({ id }) => id)
      const jobsOf = (id: AccountId, count: number) =>
        Array.from({ length: count }, (_, n) => aJob({ account: id, runAt: after(-n) }))
      const [ours, theirs] = [jobsOf(one!, 5), jobsOf(other!, 1)]
      await run(({ jobs }) => jobs.put([...ours, ...theirs, ...jobsOf(third!, 2)]))
      const fence = ids.next('job')
      const claimed = await claim({ account: [other!, one!], limit: 2, fence })
      expect(idsOf(claimed).sort()).toEqual(idsOf([ours[4]!, ours[3]!, theirs[0]!]).sort())
      expect(claimed.every((job) => job.fence === fence && job.attempt === 1)).toBe(true)
      expect(idsOf(await claim({ account: [one!, other!], limit: 9 })).sort()).toEqual(idsOf(ours.slice(0, 3)).sort())
      expect(await claim({ account: [] })).toEqual([])
    })

    test('gives each job of several accounts to only one of several concurrent claims', async () => {
      const { run, account, claim, neighbour } = await openFixture()
      const accounts = [account, await neighbour(), await neighbour()].map(({ id }) => id)
      const many = accounts.flatMap((id) => Array.from({ length: 12 }, () => aJob({ account: id })))
      await run(({ jobs }) => jobs.put(many))
      const both = [accounts, accounts.toReversed()]
      const rounds = await Promise.all(Array.from({ length: 8 }, (_, n) => claim({ account: both[n % 2]!, limit: 3 })))
      const rest = await claim({ account: accounts, limit: 40 })
      expect(idsOf([...rounds.flat(), ...rest]).sort()).toEqual(idsOf(many).sort())
    })

    test('skips a claimed job until its lease expires, and then counts one more try', async () => {
      const { job, claim } = await openFixture()
      const due = await job()
      const [claimedJob] = await claim()
      expect(await claim({ now: after(LEASE_SECONDS - 0.001) })).toEqual([])
      const [taken] = await claim({ now: after(LEASE_SECONDS) })
      expect(taken).toMatchObject({ id: due.id, attempt: 2 })
      expect(taken!.fence).not.toBe(claimedJob!.fence)
    })

    test('gives each job to only one of several concurrent claims', async () => {
      const { run, account, claim } = await openFixture()
      const many = Array.from({ length: 40 }, () => aJob({ account: account.id }))
      await run(({ jobs }) => jobs.put(many))
      const rounds = await Promise.all(Array.from({ length: 8 }, () => claim({ limit: 10 })))
      const first = rounds.flat()
      const rest = await claim({ limit: 40 })
      expect(idsOf([...first, ...rest]).sort()).toEqual(idsOf(many).sort())
      for (const round of rounds) expect(new Set(round.map(({ fence }) => fence)).size).toBeLessThan(2)
    })

    test('gives a job with an expired lease to only one of several concurrent claims', async () => {
      const { job, claim } = await openFixture()
      await job()
      const [stale] = await claim()
      const later = { now: after(LEASE_SECONDS) }
      const rounds = await Promise.all(Array.from({ length: 8 }, () => claim(later)))
      const taken = rounds.flat()
      expect(taken.map(({ attempt }) => attempt)).toEqual([2])
      expect(taken[0]!.fence).not.toBe(stale!.fence)
    })

    test('leaves the jobs unclaimed when it is rolled back', async () => {
      const { run, job, claim, claimOf } = await openFixture()
      await job()
      await expectRolledBack(run, ({ jobs }) => jobs.claim(claimOf()))
      expect(await claim()).toMatchObject([{ attempt: 1 }])
    })
  })

  describe('jobs: accounts with due jobs', () => {
    test('are those with a job in the lane that can be claimed now, each once, ordered by id', async () => {
      const { run, account, job, claim, neighbour, due } = await openFixture()
      const [claimedAccount, later, elsewhere, free] = [
        await neighbour(),
        await neighbour(),
        await neighbour(),
        await neighbour(),
      ]
      await job()
      await job({ runAt: after(-1) })
      await run(({ jobs }) =>
        jobs.put([
          aJob({ account: claimedAccount.id }),
          aJob({ account: later.id, runAt: after(1) }),
          aJob({ account: elsewhere.id, lane: 'bulk' }),
          aJob({ account: free.id, runAt: after(2) }),
          aJob({ account: free.id }),
        ]),
      )
      await claim({ account: claimedAccount.id })
      expect(await due()).toEqual([account.id, free.id])
      expect(await due({ lane: 'bulk' })).toEqual([elsewhere.id])
      expect(await due({ now: after(LEASE_SECONDS) })).toEqual([account.id, claimedAccount.id, later.id, free.id])
      expect(await due({ now: after(-2) })).toEqual([])
    })

    test('rotate: the accounts after the last served one come first, then the rest', async () => {
      const { run, account, neighbour, due } = await openFixture()
      const all = [account, ...(await Promise.all([neighbour(), neighbour(), neighbour()]))].map(({ id }) => id).sort()
      const [a, b, c, d] = all as [AccountId, AccountId, AccountId, AccountId]
      await run(({ jobs }) => jobs.put(all.flatMap((id) => [aJob({ account: id }), aJob({ account: id })])))
      expect(await due({ limit: 3 })).toEqual([a, b, c])
      expect(await due({ limit: 3, after: c })).toEqual([d, a, b])
      expect(await due({ limit: 9, after: b })).toEqual([c, d, a, b])
      expect(await due({ limit: 1, after: b })).toEqual([c])
      expect(await due({ limit: 2, after: d })).toEqual([a, b])
      expect(await due({ after: ids.next('acc') })).toEqual([a, b, c, d])
    })
  })
}
