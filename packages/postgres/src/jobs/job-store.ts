import {
  JOB_LANES,
  type AccountId,
  type ClaimedJob,
  type DeadJob,
  type Job,
  type JobClaim,
  type JobId,
  type JobLane,
  type JobStore,
  type JobsDue,
  type Page,
  type PageRequest,
} from '@carillon/core'
import { accountsByPlacement, byPlacement } from '../placements/by-placement.js'
import { namingAccounts } from '../placements/naming-accounts.js'
import { compareTexts } from '../sql/compare-texts.js'
import { inTurn, isDistributed, rowsOfAllAtOnce, shardsInTurn, type Among } from '../placements/rows-of-all.js'
import { ACCOUNTS_DUE, BELOW_ALL } from '../sql/accounts-due.js'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { rowsOf, run, type Database, type Sql } from '../sql/sql.js'
import { buryJob, deadJobsOf, takeDeadJob } from './dead-jobs.js'
import { fromRow, toRow, type JobRow } from './job-row.js'

export class PostgresJobStore implements JobStore {
  constructor(private readonly trx: Database) {}

  put(jobs: readonly Job[]): Promise<void> {
    return this.store(jobs, PUT)
  }

  add(jobs: readonly Job[]): Promise<void> {
    return this.store(jobs, ADD)
  }

  async bringForward(jobs: readonly Job[]): Promise<void> {
    await this.add(jobs)
    await this.store(jobs, HASTEN)
  }

  wake(jobs: readonly Job[]): Promise<void> {
    return this.store(jobs, WAKE)
  }

  private async store(jobs: readonly Job[], statement: Sql): Promise<void> {
    if (jobs.length === 0) return
    const newest = new Map(jobs.map((job) => [`${job.account} ${job.id}`, job]))
    for (const some of byPlacement(this.trx, [...newest.values()])) {
      const accounts = [...new Set(some.map(({ account }) => account))]
      await preparedCountOf(this.trx, statement, { accounts, ...JOBS.of(some.map(toRow)) })
    }
  }

  async remove(account: AccountId, ids: readonly JobId[]): Promise<void> {
    if (ids.length > 0) await run(this.trx, REMOVE, { account, ids })
  }

  async accountsDue({ lane, now, after, limit }: JobsDue): Promise<readonly AccountId[]> {
    if (isDistributed(this.trx)) {
      const due = await rowsOfAllAtOnce<DueJobsRow>(this.trx, DUE_AMONG, { lane, now })
      const jobsOf = new Map(due.map(({ account_id, jobs }) => [account_id, jobs]))
      // Only the jobs of schedules run together. Those of other lanes should not all go to one node.
      if (lane !== 'timed') return inTurn([...jobsOf.keys()], { after, limit })
      return shardsInTurn(this.trx, jobsOf, { after, limit })
    }
    const rows = await preparedRowsOf<DueRow>(this.trx, ACCOUNTS_DUE, { lane, now, after: after ?? BELOW_ALL, limit })
    return rows.map(({ account_id }) => account_id)
  }

  async lanesDue(now: Date): Promise<ReadonlyMap<JobLane, Date>> {
    const rows = isDistributed(this.trx)
      ? await rowsOfAllAtOnce<LaneRow>(this.trx, LANES_DUE_AMONG, { now })
      : await rowsOf<LaneRow>(this.trx, LANES_DUE, { lanes: JOB_LANES, now })
    const due = new Map<JobLane, Date>()
    for (const { lane, run_at } of rows) due.set(lane, minOf(due.get(lane) ?? run_at, run_at))
    return due
  }

  async claim({ account, lane, now, leaseUntil, limit, fence }: JobClaim): Promise<readonly ClaimedJob[]> {
    const claimed: (readonly ClaimedJob[])[] = []
    for (const accounts of accountsByPlacement(this.trx, [account].flat())) {
      const rows = await preparedRowsOf<JobRow>(this.trx, CLAIM, {
        accounts,
        lane,
        now,
        leaseUntil,
        limit,
        fence,
      })
      const jobs = rows.map((row) => ({ ...fromRow(row), attempt: row.attempt, fence, leaseUntil }))
      claimed.push(jobs.sort(longestDueFirst))
    }
    return claimed.flat()
  }

  async holds({ account, id, fence }: ClaimedJob): Promise<boolean> {
    return (await preparedRowsOf(this.trx, IS_CURRENT, { account, id, fence })).length === 1
  }

  async finish({ account, id, fence }: ClaimedJob): Promise<boolean> {
    return (await preparedCountOf(this.trx, FINISH, { account, id, fence })) === 1
  }

  async postpone({ account, id, fence }: ClaimedJob, { runAt }: { readonly runAt: Date }): Promise<boolean> {
    return (await preparedCountOf(this.trx, PUT_OFF, { account, id, fence, runAt })) === 1
  }

  markDead(job: ClaimedJob, death: { readonly at: Date; readonly error: string }): Promise<boolean> {
    return buryJob(this.trx, job, death)
  }

  listDead(account: AccountId, page: PageRequest): Promise<Page<DeadJob>> {
    return deadJobsOf(this.trx, account, page)
  }

  async retry(account: AccountId, id: JobId, now: Date): Promise<boolean> {
    const taken = await takeDeadJob(this.trx, account, id)
    if (taken === null) return false
    await this.add([{ ...taken.job, runAt: now }])
    return true
  }

  async discard(account: AccountId, id: JobId): Promise<DeadJob | null> {
    return (await takeDeadJob(this.trx, account, id))?.dead ?? null
  }

  async exists(account: AccountId, id: JobId): Promise<boolean> {
    return (await rowsOf(this.trx, EXISTS, { account, id })).length === 1
  }
}

type LaneRow = { readonly lane: JobLane; readonly run_at: Date }

type DueRow = { readonly account_id: AccountId }
type DueJobsRow = DueRow & { readonly jobs: number }

const JOBS = recordset<ReturnType<typeof toRow>>('job_put', {
  id: 'text',
  account_id: 'text',
  lane: 'text',
  kind: 'text',
  payload: 'json',
  run_at: 'timestamptz',
})

const adding = (otherwise: string) => `
  insert into job (account_id, id, lane, kind, payload, run_at)
  select job_put.account_id, job_put.id, job_put.lane, job_put.kind, job_put.payload, job_put.run_at
    from ${JOBS.sql}
   order by job_put.account_id collate "C", job_put.id collate "C"
      on conflict (account_id, id) ${otherwise}`

/** Does not change existing jobs. */
const ADD = adding('do nothing')

const PUT = adding(`do update
     set lane = excluded.lane, kind = excluded.kind, payload = excluded.payload, run_at = excluded.run_at,
         attempt = excluded.attempt, fence = excluded.fence`)

/** Skips locked rows: another transaction is claiming the job or working on it, and may wait for this transaction. */
const HASTEN = namingAccounts(
  (own) => `
  update job
     set run_at = free.sooner
    from (
      select job.account_id, job.id, job_put.run_at as sooner
        from (select job_put.* from ${JOBS.sql} offset 0) as job_put
        join job on job.account_id = job_put.account_id and job.id = job_put.id
       where ${own('job')}job.fence is null and job.run_at > job_put.run_at
         for update of job skip locked
    ) as free
   where ${own('job')}job.account_id = free.account_id and job.id = free.id`,
)

/** Always locks the row, even if nothing changes, and so waits for any transaction that has locked it. */
const WAKE = adding(`do update
     set run_at = excluded.run_at
   where job.fence is null and job.run_at > excluded.run_at`)

const REMOVE = `
  with held as materialized (
    select account_id, id from job where account_id = :account and id = any (:ids::text[]) order by id for update
  )
  delete from job
   using held
   where job.account_id = held.account_id and job.id = held.id`

/** One index look-up for each lane. */
const LANES_DUE = `
  select asked.lane, next_job.run_at
    from unnest(:lanes::text[]) as asked (lane)
   cross join lateral (
     select run_at from job where job.lane = asked.lane and run_at <= :now order by run_at limit 1
   ) as next_job`

/**
 * On Citus, which permits no recursion over several shards, the due jobs of each shard are read instead. Postgres makes a
 * custom plan for each instant. Its generic plan would take twice as long, because it expects a third of all jobs to be due.
 */
const DUE_AMONG = (among: Among) => `
  select account_id, count(*)::integer as jobs
    from job where lane = :lane and run_at <= :now and ${among('account_id')} group by account_id`

const LANES_DUE_AMONG = (among: Among) => `
  select lane, min(run_at) as run_at from job where run_at <= :now and ${among('account_id')} group by lane`

/**
 * Also claims the jobs of a worker that died: when their lease ends, they are due again.
 *
 * The commit does not wait for the disk. If the server crashes, a claim may be lost, and the job is claimed again: its
 * first worker has changed nothing, because a commit that waits for the disk also stores all earlier ones.
 */
const CLAIM = namingAccounts(
  (own) => `
  with quick as materialized (select set_config('synchronous_commit', 'off', true)),
  due as (
    select due_of_account.account_id, due_of_account.id, due_of_account.run_at
      from quick, unnest(:accounts::text[]) as served (account_id)
     cross join lateral (
       select job.account_id, job.id, job.run_at
         from job
        where ${own('job')}job.account_id = served.account_id
          and job.lane = :lane and job.run_at <= :now
        order by job.run_at, job.id
        limit :limit
          for update skip locked
     ) as due_of_account
  )
  update job
     set run_at = :leaseUntil, attempt = job.attempt + 1, fence = :fence
    from due
   where ${own('job')}job.account_id = due.account_id and job.id = due.id
  returning job.account_id, job.id, job.lane, job.kind, job.payload, due.run_at, job.attempt`,
)

const IS_CURRENT = 'select 1 from job where account_id = :account and id = :id and fence = :fence for update'

const FINISH = 'delete from job where account_id = :account and id = :id and fence = :fence'

const PUT_OFF = `
  update job set run_at = :runAt, fence = null where account_id = :account and id = :id and fence = :fence`

const EXISTS = 'select 1 from job where account_id = :account and id = :id'

function longestDueFirst(one: ClaimedJob, other: ClaimedJob): number {
  return one.runAt.getTime() - other.runAt.getTime() || compareTexts(one.id, other.id)
}

function minOf(one: Date, other: Date): Date {
  return one < other ? one : other
}
