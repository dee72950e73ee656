import type { ClaimedJob, JobLane } from '../../model/jobs/job.js'
import type { JobStore } from '../../model/jobs/job-store.js'
import type { AccountId } from '../../values/ids.js'

/** The accounts with due jobs, in turn, and the jobs that were claimed for them. */
export type Claimed = { readonly accounts: readonly AccountId[]; readonly jobs: readonly ClaimedJob[] }

export type ClaimInTurn = {
  readonly lane: JobLane
  readonly now: Date
  readonly leaseUntil: Date
  readonly fence: string
  /** The last account that was served; the accounts after it come first. */
  readonly after: AccountId | null
  /** The maximum number of jobs. */
  readonly jobsMax: number
}

/**
 * Claims due jobs of several accounts. Each account gets the same share, and then the accounts with more due jobs share
 * what is left. One statement claims the share of all accounts.
 */
export async function claimInTurn(
  jobs: Pick<JobStore, 'accountsDue' | 'claim'>,
  { jobsMax, after, ...claim }: ClaimInTurn,
): Promise<Claimed> {
  const { lane, now } = claim
  const accounts = await jobs.accountsDue({ lane, now, after, limit: jobsMax })
  const claimed: ClaimedJob[] = []
  for (let waiting = accounts; waiting.length > 0 && claimed.length < jobsMax;) {
    const left = jobsMax - claimed.length
    const limit = Math.max(1, Math.floor(left / waiting.length))
    const served = waiting.slice(0, left)
    const some = await jobs.claim({ ...claim, account: served, limit })
    if (some.length === 0) break
    claimed.push(...some)
    const hasMore = (account: AccountId) => some.filter((job) => job.account === account).length === limit
    waiting = [...waiting.slice(left), ...served.filter(hasMore)]
  }
  return { accounts, jobs: claimed }
}
