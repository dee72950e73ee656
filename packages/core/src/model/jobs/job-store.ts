import type { AccountId, JobId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { ClaimedJob, DeadJob, Job, JobLane } from './job.js'

export interface JobStore {
  /** Adds each job, or replaces the job with the same id; the replacement is unclaimed and has no attempts. */
  put(jobs: readonly Job[]): Promise<void>
  /** Adds each job whose id is not in use; an existing job stays unchanged, claimed or not. */
  add(jobs: readonly Job[]): Promise<void>
  /**
   * Adds each job whose id is not in use. An existing unclaimed job that is due later moves to this `runAt` and is
   * otherwise unchanged, including its attempts. A claimed job stays unchanged, and the call never waits for its owner.
   */
  bringForward(jobs: readonly Job[]): Promise<void>
  /**
   * Adds each job whose id is not in use. An existing unclaimed job that is due later moves to this `runAt` and is
   * otherwise unchanged. A claimed job stays unchanged, but this call and a unit of work that is about to postpone or
   * finish the job run one after the other. Therefore a worker that locks its job with `holds`, then looks for more
   * work, and then finishes the job misses no work that was stored in the same unit of work as this call.
   */
  wake(jobs: readonly Job[]): Promise<void>
  /** Deletes jobs that are no longer needed, claimed or not. */
  remove(account: AccountId, ids: readonly JobId[]): Promise<void>
  /**
   * Accounts with jobs of the lane that can be claimed at `now`, without duplicates, at most `limit`. Accounts whose id
   * is above `after` come first, then the rest, both sorted by id, so that accounts take turns however many jobs each
   * has. A store may sort the accounts of the lane `timed` otherwise, and return only as many as have `limit` jobs
   * together, so that jobs of one round can share statements. Takes no locks.
   */
  accountsDue(due: JobsDue): Promise<readonly AccountId[]>
  /**
   * The lanes that have claimable jobs of any account at `now`. With each lane, returns the instant at which its
   * longest-due job became due: its `runAt`, or the end of its expired lease. Takes no locks.
   */
  lanesDue(now: Date): Promise<ReadonlyMap<JobLane, Date>>
  /**
   * Claims jobs of the given accounts, of each the longest due first: unclaimed jobs, and jobs whose lease has expired. Each
   * claim has the instant at which its job became due. Jobs that can share statements are next to each other. Concurrent
   * claims never return the same job and never wait for each other.
   */
  claim(claim: JobClaim): Promise<readonly ClaimedJob[]>
  /** Whether the claim is still the newest. If so, a lock on the job keeps it so until the unit of work ends. */
  holds(job: ClaimedJob): Promise<boolean>
  /**
   * Deletes the finished job. Returns false and changes nothing when the claim is no longer the newest: an expired
   * lease does not matter until another worker claims the job.
   */
  finish(job: ClaimedJob): Promise<boolean>
  /** Releases the claim, for a retry at `runAt`. Returns false and changes nothing in the same case as `finish`. */
  postpone(job: ClaimedJob, next: { readonly runAt: Date }): Promise<boolean>
  /** Marks the job as dead. Returns false and changes nothing in the same case as `finish`. */
  markDead(job: ClaimedJob, death: { readonly at: Date; readonly error: string }): Promise<boolean>
  /** Dead jobs of an account, newest first. */
  listDead(account: AccountId, page: PageRequest): Promise<Page<DeadJob>>
  /**
   * Turns a dead job into an ordinary one without attempts, due at `now`. If another job now has the same id, that job
   * stays unchanged and the dead job is deleted. Returns false if there is no such dead job.
   */
  retry(account: AccountId, id: JobId, now: Date): Promise<boolean>
  /** Deletes a dead job for ever, and returns it. Null if there is no such dead job. */
  discard(account: AccountId, id: JobId): Promise<DeadJob | null>
  /** Whether there is a job with this id, claimed or not, that is not dead. Takes no locks. */
  exists(account: AccountId, id: JobId): Promise<boolean>
}

export type JobsDue = {
  readonly lane: JobLane
  readonly now: Date
  readonly after: AccountId | null
  readonly limit: number
}

export type JobClaim = {
  /** One account, or several. */
  readonly account: AccountId | readonly AccountId[]
  readonly lane: JobLane
  readonly now: Date
  readonly leaseUntil: Date
  /** The maximum number of jobs of each account. */
  readonly limit: number
  /** Never used before. */
  readonly fence: string
}
