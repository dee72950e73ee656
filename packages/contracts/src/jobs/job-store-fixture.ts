import type { JobClaim, JobId, JobsDue } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, ids } from '../fixtures/builders.js'
import { aJob, type FinishJob } from '../fixtures/sending-builders.js'

export const LEASE_SECONDS = 30

/** An account fixture with shortcuts to add and claim jobs. */
export async function jobStoreFixture(open: OpenTestAdapters) {
  const fixture = await accountFixture(await open())
  const account = fixture.account.id
  const claimOf = (given: Partial<JobClaim> = {}): JobClaim => {
    const now = given.now ?? NOW
    const leaseUntil = new Date(now.getTime() + LEASE_SECONDS * 1_000)
    return { account, lane: 'quick', now, leaseUntil, limit: 10, fence: ids.next('job'), ...given }
  }
  return {
    ...fixture,
    claimOf,
    job: async (given: Partial<FinishJob> = {}) => {
      const job = aJob({ account, ...given })
      await fixture.run(({ jobs }) => jobs.put([job]))
      return job
    },
    claim: (given: Partial<JobClaim> = {}) => {
      const claim = claimOf(given)
      return fixture.run(({ jobs }) => jobs.claim(claim))
    },
    due: (given: Partial<JobsDue> = {}) =>
      fixture.run(({ jobs }) => jobs.accountsDue({ lane: 'quick', now: NOW, after: null, limit: 10, ...given })),
  }
}

export function idsOf(jobs: readonly { readonly id: JobId }[]): JobId[] {
  return jobs.map(({ id }) => id)
}
