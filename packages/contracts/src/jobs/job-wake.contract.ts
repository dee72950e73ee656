import { describe, expect, test } from '@jest/globals'
import type { Job, Stores, WebhookEndpoint } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, aWebhookEndpoint, after, ids } from '../fixtures/builders.js'
import { aJob } from '../fixtures/sending-builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { idsOf, jobStoreFixture, LEASE_SECONDS } from './job-store-fixture.js'

/** The part of the job store's contract for waking jobs when there is more to do. */
export function describeJobWake(open: OpenTestAdapters) {
  const openFixture = async () => jobStoreFixture(open)

  describe('jobs: wake', () => {
    test('does not change a claimed job, its lease or its owner', async () => {
      const { run, job, claim } = await openFixture()
      const one = await job()
      const [claimedJob] = await claim()
      await run(({ jobs }) => jobs.wake([{ ...one, runAt: after(-9) }]))
      expect(await claim({ now: after(LEASE_SECONDS - 0.001) })).toEqual([])
      expect(await run(({ jobs }) => jobs.holds(claimedJob!))).toBe(true)
      expect(await run(({ jobs }) => jobs.finish(claimedJob!))).toBe(true)
      await run(({ jobs }) => jobs.wake([one]))
      expect(await claim()).toMatchObject([{ id: one.id, attempt: 1 }])
    })

    test('changes nothing when it is rolled back', async () => {
      const { run, account, job, claim } = await openFixture()
      const put = await job({ runAt: after(5) })
      await expectRolledBack(run, ({ jobs }) => jobs.wake([{ ...put, runAt: NOW }, aJob({ account: account.id })]))
      expect(await claim()).toEqual([])
      expect(idsOf(await claim({ now: after(5) }))).toEqual([put.id])
    })

    test.each([
      ['finishes', true],
      ['is postponed', false],
    ])('leaves no delivery without a due job when the job %s concurrently', async (_, finishes) => {
      const { run, account, claim } = await openFixture()
      const pairs = Array.from({ length: 20 }, () => {
        const endpoint = aWebhookEndpoint({ account: account.id })
        return { endpoint, job: aJob({ account: account.id }) }
      })
      await run(async ({ webhookEndpoints, jobs }) => {
        for (const { endpoint } of pairs) await webhookEndpoints.put(endpoint)
        await jobs.put(pairs.map(({ job }) => job))
      })
      const claimed = await claim({ limit: 99 })
      const arrive = ({ endpoint, job }: Arrival) =>
        run(async ({ deliveries, jobs }) => {
          await deliveries.addFor(endpoint, anArrivalAt(endpoint), NOW)
          await jobs.wake([job])
        })
      const requeue = ({ endpoint, job }: Arrival) =>
        run(async (stores) => {
          const claimedJob = claimed.find(({ id }) => id === job.id)!
          if (!(await stores.jobs.holds(claimedJob))) throw new Error('Nobody else has claimed it')
          if (await isWaiting(stores, endpoint)) await stores.jobs.postpone(claimedJob, { runAt: NOW })
          else if (finishes) await stores.jobs.finish(claimedJob)
          else await stores.jobs.postpone(claimedJob, { runAt: after(500) })
        })
      const inBothOrders = (pair: Arrival, n: number) =>
        n % 2 === 0 ? [arrive(pair), requeue(pair)] : [requeue(pair), arrive(pair)]
      await Promise.all(pairs.flatMap(inBothOrders))
      expect(idsOf(await claim({ limit: 99 }))).toEqual(pairs.map(({ job }) => job.id))
    })
  })
}

type Arrival = { readonly endpoint: WebhookEndpoint; readonly job: Job }

function anArrivalAt({ account }: WebhookEndpoint) {
  return { id: ids.next('evt'), account, at: NOW, type: 'webhook.test', data: {} }
}

async function isWaiting({ deliveries }: Stores, endpoint: WebhookEndpoint): Promise<boolean> {
  return (await deliveries.nextAt(endpoint)) !== null
}
