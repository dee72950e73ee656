import type { AccountId, JobId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { ClaimedJob, DeadJob, Job, JobLane } from './job.js'

export interface JobStore {
  /** Adds each, or replaces the one of its id, which is then held by nobody and was never tried. */
  put(jobs: readonly Job[]): Promise<void>
  /** Adds each whose id no job has; one that is there stays as it is, held or not. */
  add(jobs: readonly Job[]): Promise<void>
  /**
   * Adds each whose id no job has; one that nobody holds comes at this `runAt` where it would come later, and is the
   * same job otherwise, with its tries. One that is held stays as it is, and nobody who holds one is waited for.
   */
  bringForward(jobs: readonly Job[]): Promise<void>
  /**
   * Adds each whose id no job has; one that nobody holds comes at this `runAt` where it would come later, and is the
   * same job otherwise. One that is held stays as it is; but a unit of work that is about to give it back or to finish
   * it is waited for, or waits for this one. So whoever first holds a job, then looks for more to do, and then finishes
   * it, leaves nothing behind that was stored together with this call.
   */
  wake(jobs: readonly Job[]): Promise<void>
  /** Takes away jobs that are not needed any more, held or not. */
  remove(account: AccountId, ids: readonly JobId[]): Promise<void>
  /**
   * Accounts with jobs of the lane that can be claimed at `now`, each once, at most `limit`; those above `after` come
   * first and then the rest, both by id, so that accounts take turns whoever has the most to do. Holds nothing.
   */
  accountsDue(due: JobsDue): Promise<readonly AccountId[]>
  /**
   * The lanes that have jobs which can be claimed at `now`, each with since when the one that is due longest has been:
   * its `runAt`, or the end of a lease that has run out. For all accounts together. Holds nothing.
   */
  lanesDue(now: Date): Promise<ReadonlyMap<JobLane, Date>>
  /**
   * Claims jobs of one account, the longest due first: those that nobody holds, and those whose lease has run out.
   * Each tells since when it was due. Two that claim at once never get the same job, and neither waits for the other.
   */
  claim(claim: JobClaim): Promise<readonly ClaimedJob[]>
  /** Whether the claim is still the newest; the job is then held until the unit of work ends, so that it stays so. */
  holds(job: ClaimedJob): Promise<boolean>
  /**
   * Takes the job away, done. False, and nothing is changed, when the claim is no longer the newest: a lease that has
   * run out does no harm until somebody else claims the job.
   */
  finish(job: ClaimedJob): Promise<boolean>
  /** Gives the job back, for another try at `runAt`. False, and nothing is changed, as with `finish`. */
  postpone(job: ClaimedJob, next: { readonly runAt: Date }): Promise<boolean>
  /** Sets the job aside as dead. False, and nothing is changed, as with `finish`. */
  markDead(job: ClaimedJob, death: { readonly at: Date; readonly error: string }): Promise<boolean>
  /** Dead jobs of an account, the newest first. */
  listDead(account: AccountId, page: PageRequest): Promise<Page<DeadJob>>
  /**
   * Makes a dead job one like any other again, as if never tried, due at `now`; where a job has its id meanwhile, that
   * one stays as it is, and the dead one goes. False when there is no such dead job.
   */
  retry(account: AccountId, id: JobId, now: Date): Promise<boolean>
}

export type JobsDue = {
  readonly lane: JobLane
  readonly now: Date
  readonly after: AccountId | null
  readonly limit: number
}

export type JobClaim = {
  readonly account: AccountId
  readonly lane: JobLane
  readonly now: Date
  readonly leaseUntil: Date
  readonly limit: number
  /** Never used before. */
  readonly fence: string
}
