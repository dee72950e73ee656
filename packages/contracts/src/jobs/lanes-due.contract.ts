import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after } from '../fixtures/builders.js'
import { aJob } from '../fixtures/sending-builders.js'
import { jobStoreFixture, LEASE_SECONDS } from './job-store-fixture.js'

/** The part of the job store's contract for `lanesDue`: since when each lane has had due jobs. */
export function describeLanesDue(open: OpenTestAdapters) {
  const openFixture = async () => {
    const fixture = await jobStoreFixture(open)
    return { ...fixture, lanesDue: (now = NOW) => fixture.run(({ jobs }) => jobs.lanesDue(now)) }
  }

  describe('jobs: lanesDue', () => {
    test('returns since when each lane has had a due job, across accounts, and omits lanes without one', async () => {
      const { run, job, neighbour, lanesDue } = await openFixture()
      expect(await lanesDue()).toEqual(new Map())
      const other = await neighbour()
      await job()
      await job({ lane: 'bulk', runAt: after(-1) })
      await job({ lane: 'timed', runAt: after(0.001) })
      const theirs = [after(-3), after(-9), after(5)].map((runAt) => aJob({ account: other.id, lane: 'bulk', runAt }))
      await run(({ jobs }) => jobs.put(theirs))
      expect(await lanesDue()).toEqual(
        new Map([
          ['quick', NOW],
          ['bulk', after(-9)],
        ]),
      )
    })

    test('omits a claimed job until its lease expires, when it becomes due again', async () => {
      const { job, claim, lanesDue } = await openFixture()
      await job({ runAt: after(-9) })
      const [claimedJob] = await claim()
      expect(await lanesDue(after(LEASE_SECONDS - 0.001))).toEqual(new Map())
      expect(await lanesDue(after(99))).toEqual(new Map([['quick', claimedJob!.leaseUntil]]))
    })

    test('omits finished and dead jobs', async () => {
      const { run, job, claim, lanesDue } = await openFixture()
      await job()
      await job()
      const [done, dead] = await claim()
      await run(async ({ jobs }) => {
        await jobs.finish(done!)
        await jobs.markDead(dead!, { at: NOW, error: 'It broke' })
      })
      expect(await lanesDue(after(99))).toEqual(new Map())
    })
  })
}
