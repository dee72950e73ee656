import type { AccountId, ClaimedJob, JobClaim, JobId, JobStore, JobsDue, Job, PageRequest } from '@carillon/core'
import { by, downward, afterLastServed, firstOf, pageOf } from '../tables/order.js'
import type { StoredJob } from '../tables/stored-rows.js'
import type { Tables } from '../tables/tables.js'

export class MemoryJobStore implements JobStore {
  constructor(private readonly tables: Pick<Tables, 'jobs' | 'deadJobs'>) {}

  async put(jobs: readonly Job[]) {
    for (const job of jobs) this.tables.jobs.put({ ...job, attempt: 0, fence: null })
  }

  async add(jobs: readonly Job[]) {
    await this.put(jobs.filter(({ account, id }) => this.tables.jobs.get(account, id) === undefined))
  }

  async bringForward(jobs: readonly Job[]) {
    await this.add(jobs)
    for (const { account, id, runAt } of jobs) {
      const there = this.tables.jobs.get(account, id)!
      if (there.fence === null && there.runAt > runAt) this.tables.jobs.put({ ...there, runAt })
    }
  }

  /**
   * Does the same as `bringForward`: units of work run one by one, so no job is being finished or postponed meanwhile.
   */
  wake(jobs: readonly Job[]) {
    return this.bringForward(jobs)
  }

  async remove(account: AccountId, ids: readonly JobId[]) {
    for (const id of ids) this.tables.jobs.remove(account, id)
  }

  async accountsDue({ lane, now, after, limit }: JobsDue) {
    const accounts = this.tables.jobs.partsInUse() as readonly AccountId[]
    const due = accounts.filter((account) => this.tables.jobs.some(account, isDueIn(lane, now)))
    return afterLastServed(due, { after, limit })
  }

  async lanesDue(now: Date) {
    const jobs = this.tables.jobs.partsInUse().flatMap((account) => this.tables.jobs.of(account))
    const due = jobs.filter(({ runAt }) => runAt <= now)
    // For each lane the last entry wins, which is the job that has been due longest.
    return new Map(due.sort(downward(LONGEST_DUE_FIRST)).map(({ lane, runAt }) => [lane, runAt]))
  }

  async claim({ account: served, lane, now, leaseUntil, limit, fence }: JobClaim) {
    const dueOf = (account: AccountId) => this.tables.jobs.filter(account, isDueIn(lane, now))
    const due = [served].flat().flatMap((account) => firstOf(dueOf(account), LONGEST_DUE_FIRST, limit))
    return due.map((before): ClaimedJob => {
      const claimed = { ...before, attempt: before.attempt + 1, fence }
      this.tables.jobs.put({ ...claimed, runAt: leaseUntil })
      return { ...claimed, leaseUntil }
    })
  }

  async holds(job: ClaimedJob) {
    return this.claimedBy(job) !== null
  }

  async finish(job: ClaimedJob) {
    if (this.claimedBy(job) === null) return false
    this.tables.jobs.remove(job.account, job.id)
    return true
  }

  async postpone(job: ClaimedJob, { runAt }: { readonly runAt: Date }) {
    const claimed = this.claimedBy(job)
    if (claimed === null) return false
    this.tables.jobs.put({ ...claimed, runAt, fence: null })
    return true
  }

  async markDead(job: ClaimedJob, { at, error }: { readonly at: Date; readonly error: string }) {
    const claimed = this.claimedBy(job)
    if (claimed === null) return false
    const { fence: _, ...rest } = claimed
    this.tables.jobs.remove(job.account, job.id)
    this.tables.deadJobs.put({ ...rest, runAt: job.runAt, diedAt: at, error })
    return true
  }

  async listDead(account: AccountId, page: PageRequest) {
    return pageOf(this.tables.deadJobs.of(account).toSorted(NEWEST_FIRST), page)
  }

  async retry(account: AccountId, id: JobId, now: Date) {
    const dead = this.tables.deadJobs.get(account, id)
    if (dead === undefined) return false
    const { diedAt: _, error: __, ...job } = dead
    this.tables.deadJobs.remove(account, id)
    await this.add([{ ...job, runAt: now }])
    return true
  }

  async discard(account: AccountId, id: JobId) {
    const dead = this.tables.deadJobs.get(account, id)
    if (dead === undefined) return null
    this.tables.deadJobs.remove(account, id)
    return dead
  }

  async exists(account: AccountId, id: JobId) {
    return this.tables.jobs.get(account, id) !== undefined
  }

  /** Returns null if the job was claimed again, was replaced or has ended since the claim. */
  private claimedBy({ account, id, fence }: ClaimedJob): StoredJob | null {
    const stored = this.tables.jobs.get(account, id)
    return stored?.fence === fence ? stored : null
  }
}

/** Compares milliseconds, because comparing `Date` objects is slow. */
function isDueIn(lane: Job['lane'], now: Date) {
  const nowMs = now.getTime()
  return (job: StoredJob) => job.lane === lane && job.runAt.getTime() <= nowMs
}

const LONGEST_DUE_FIRST = by<StoredJob>(
  ({ runAt }) => runAt,
  ({ id }) => id,
)

const NEWEST_FIRST = downward(
  by<{ readonly diedAt: Date; readonly id: JobId }>(
    ({ diedAt }) => diedAt,
    ({ id }) => id,
  ),
)
