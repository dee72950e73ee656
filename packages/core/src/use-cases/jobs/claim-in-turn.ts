import type { ClaimedJob, JobLane } from '../../model/jobs/job.js'
import type { JobStore } from '../../model/jobs/job-store.js'
import type { AccountId } from '../../values/ids.js'

/** Whose turn it is in a lane. */
export type Turns = {
  /** The last account whose turn it was; the accounts after it come first. */
  readonly after: AccountId | null
  /** Accounts that had due jobs at `foundAt`, and have not had a turn since. */
  readonly waiting: readonly AccountId[]
  readonly foundAt: Date
}

export const FIRST_TURNS: Turns = { after: null, waiting: [], foundAt: new Date(0) }

export type ClaimInTurn = {
  readonly lane: JobLane
  readonly now: Date
  readonly leaseUntil: Date
  readonly fence: string
  readonly turns: Turns
  /** The maximum number of jobs. */
  readonly jobsMax: number
}

export type Claimed = { readonly jobs: readonly ClaimedJob[]; readonly turns: Turns }

/** The number of accounts with due jobs that are looked for at once, unless more jobs may be claimed. */
const ACCOUNTS_MAX = 32
/** How long they may wait for their turns. After that, accounts are looked for again. */
const FRESH_MS = 1_000

/** Whether enough accounts are waiting for a claim. */
export function areWaiting({ turns, now, jobsMax }: ClaimInTurn): boolean {
  return turns.waiting.length >= jobsMax && now.getTime() - turns.foundAt.getTime() < FRESH_MS
}

/**
 * Claims a job of each of the next waiting accounts. Claims are mostly for one job, and on a cluster all nodes are asked for
 * accounts with due jobs: this way they are asked once for many claims. If other workers were faster, nobody waits any more.
 */
export async function claimOfWaiting(
  jobs: Pick<JobStore, 'claim'>,
  { turns, jobsMax, ...claim }: ClaimInTurn,
): Promise<Claimed> {
  const served = turns.waiting.slice(0, jobsMax)
  const claimed = await jobs.claim({ ...claim, account: served, limit: 1 })
  const waiting = claimed.length === jobsMax ? turns.waiting.slice(jobsMax) : []
  return { jobs: claimed, turns: { ...turns, after: served.at(-1) ?? turns.after, waiting } }
}

/**
 * Looks for accounts with due jobs, and claims jobs of several of them. Each account gets the same share, and then the
 * accounts with more due jobs share what is left. One statement claims the share of all accounts.
 */
export async function claimInTurn(
  jobs: Pick<JobStore, 'accountsDue' | 'claim'>,
  { turns, jobsMax, ...claim }: ClaimInTurn,
): Promise<Claimed> {
  const { lane, now } = claim
  const { after } = turns
  const accounts = await jobs.accountsDue({ lane, now, after, limit: Math.max(jobsMax, ACCOUNTS_MAX) })
  const claimed: ClaimedJob[] = []
  let servedCount = 0
  for (let waiting = accounts; waiting.length > 0 && claimed.length < jobsMax;) {
    const left = jobsMax - claimed.length
    const limit = Math.max(1, Math.floor(left / waiting.length))
    const served = waiting.slice(0, left)
    const some = await jobs.claim({ ...claim, account: served, limit })
    claimed.push(...some)
    servedCount += served.length
    const hasMore = (account: AccountId) => some.filter((job) => job.account === account).length === limit
    waiting = [...waiting.slice(left), ...served.filter(hasMore)]
  }
  const last = accounts.slice(0, servedCount).at(-1) ?? after
  return { jobs: claimed, turns: { after: last, waiting: accounts.slice(servedCount), foundAt: now } }
}
