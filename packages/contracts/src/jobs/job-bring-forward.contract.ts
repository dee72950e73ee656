import { describe, expect, test } from '@jest/globals'
import type { Job, JobStore } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after } from '../fixtures/builders.js'
import { aJob } from '../fixtures/sending-builders.js'
import { idsOf, jobStoreFixture } from './job-store-fixture.js'

/** The part of the job store's contract that `bringForward` and `wake` share. */
export function describeBringForward(open: OpenTestAdapters, method: keyof Pick<JobStore, 'bringForward' | 'wake'>) {
  const openFixture = async () => jobStoreFixture(open)

  describe(`jobs: ${method}`, () => {
    test('adds missing jobs', async () => {
      const { run, account, claim } = await openFixture()
      const [one, other] = [aJob({ account: account.id }), aJob({ account: account.id, runAt: after(5) })]
      await run(({ jobs }) => jobs[method]([one, other]))
      await run(({ jobs }) => jobs[method]([]))
      expect(await claim()).toEqual([expect.objectContaining({ ...one, attempt: 1 })])
      expect(await claim({ now: after(5) })).toEqual([expect.objectContaining({ ...other, attempt: 1 })])
    })

    test('brings forward a postponed job, and keeps its tries and all other fields', async () => {
      const { run, job, claim } = await openFixture()
      const due = await job()
      const [claimedJob] = await claim()
      await run(({ jobs }) => jobs.postpone(claimedJob!, { runAt: after(7) }))
      await run(({ jobs }) => jobs[method]([{ ...due, lane: 'bulk', runAt: after(3) }]))
      expect(await claim({ now: after(2.999) })).toEqual([])
      expect(await claim({ now: after(3) })).toEqual([
        expect.objectContaining({ ...due, runAt: after(3), attempt: 2, lane: 'quick' }),
      ])
    })

    test('does not change a job that is due sooner', async () => {
      const { run, job, claim } = await openFixture()
      const sooner = await job({ runAt: after(1) })
      await run(({ jobs }) => jobs[method]([{ ...sooner, runAt: after(5) }]))
      expect(await claim({ now: after(1) })).toEqual([expect.objectContaining({ ...sooner, runAt: after(1) })])
    })

    test('brings forward jobs of the given accounts, and no others', async () => {
      const { run, account, job, claim, neighbour } = await openFixture()
      const other = await neighbour()
      const [mine, kept] = [await job({ runAt: after(5) }), await job({ runAt: after(5) })]
      const theirs = aJob({ account: other.id, id: mine.id, runAt: after(5) })
      await run(({ jobs }) => jobs.put([theirs]))
      await run(({ jobs }) => jobs[method]([{ ...mine, runAt: NOW }]))
      expect(idsOf(await claim({ account: other.id }))).toEqual([])
      expect(idsOf(await claim())).toEqual([mine.id])
      const due = [
        { ...theirs, runAt: NOW },
        { ...kept, account: account.id, runAt: NOW },
      ] as const
      await run(({ jobs }) => jobs[method](due))
      expect(idsOf(await claim({ account: other.id }))).toEqual([theirs.id])
      expect(idsOf(await claim())).toEqual([kept.id])
    })

    test('brings each job forward once when concurrent calls pass the same jobs in any order', async () => {
      const { run, account, claim } = await openFixture()
      const many = Array.from({ length: 20 }, () => aJob({ account: account.id, runAt: after(5) }))
      await run(({ jobs }) => jobs.put(many.slice(10)))
      const due = many.map((one) => ({ ...one, runAt: NOW }))
      const bringForward = (jobs: readonly Job[]) => run((stores) => stores.jobs[method](jobs))
      await Promise.all([bringForward(due), bringForward(due.toReversed()), bringForward(due)])
      expect(idsOf(await claim({ limit: 99 }))).toEqual(idsOf(many))
    })

    test('does not change a claimed job, but brings forward the other jobs of the call', async () => {
      const { run, job, claim } = await openFixture()
      const [one, other] = [await job(), await job({ runAt: after(5) })]
      const [claimedJob] = await claim()
      await run(({ jobs }) => jobs[method]([one, other].map((each) => ({ ...each, runAt: after(-9) }))))
      expect(idsOf(await claim())).toEqual([other.id])
      expect(await run(({ jobs }) => jobs.finish(claimedJob!))).toBe(true)
    })
  })
}
