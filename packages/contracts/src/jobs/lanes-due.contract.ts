import { describe, expect, test } from '@jest/globals'
import { NOW, after } from '../fixtures/builders.js'
import type { OpenTestAdapters } from '../fixtures/house.js'
import { aJob } from '../fixtures/sending-builders.js'
import { jobHouseOf, LEASE_SECONDS } from './job-house.js'

/** How long lanes have had work to do: a part of the contract of the job store. */
export function describeLanesDue(open: OpenTestAdapters) {
  const openHouse = async () => {
    const house = await jobHouseOf(open)
    return { ...house, lanesDue: (now = NOW) => house.run(({ jobs }) => jobs.lanesDue(now)) }
  }

  describe('jobs: lanesDue', () => {
    test('tells of each lane since when its longest due job is, whosever that is, and leaves out the others', async () => {
      const { run, job, neighbour, lanesDue } = await openHouse()
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

    test('leaves out what somebody holds, which is due again since its lease has run out', async () => {
      const { job, claim, lanesDue } = await openHouse()
      await job({ runAt: after(-9) })
      const [held] = await claim()
      expect(await lanesDue(after(LEASE_SECONDS - 0.001))).toEqual(new Map())
      expect(await lanesDue(after(99))).toEqual(new Map([['quick', held!.leaseUntil]]))
    })

    test('leaves out what is done, and what is dead', async () => {
      const { run, job, claim, lanesDue } = await openHouse()
      await job()
      await job()
      const [done, dead] = await claim()
      await run(async ({ jobs }) => {
        await jobs.finish(done!)
        await jobs.bury(dead!, { at: NOW, error: 'It broke' })
      })
      expect(await lanesDue(after(99))).toEqual(new Map())
    })
  })
}
