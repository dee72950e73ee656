import type { AccountId, ClaimedJob, DeadJob, Job, JobId, Page, PageRequest } from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { countOf, rowsOf, type Database } from '../sql/sql.js'
import { fromRow, type JobRow } from './job-row.js'

/** Returns whether the claim was still the newest; otherwise it changes nothing. */
export async function buryJob(
  trx: Database,
  { account, id, fence, runAt }: ClaimedJob,
  { at, error }: { readonly at: Date; readonly error: string },
): Promise<boolean> {
  return (await countOf(trx, BURY, { account, id, fence, runAt, at, error })) === 1
}

/** Newest first. */
export function deadJobsOf(trx: Database, account: AccountId, page: PageRequest): Promise<Page<DeadJob>> {
  const dead = { counting: COUNT_DEAD, listing: LIST_DEAD, bindings: { account }, fromRow: fromDeadRow }
  return pageOf(trx, dead, page)
}

/** Deletes the dead job and returns it, as an ordinary one and as a dead one. Null if there is none. */
export async function takeDeadJob(trx: Database, account: AccountId, id: JobId): Promise<TakenJob | null> {
  const [row] = await rowsOf<DeadRow>(trx, TAKE_DEAD, { account, id })
  return row === undefined ? null : { job: fromRow(row), dead: fromDeadRow(row) }
}

type TakenJob = { readonly job: Job; readonly dead: DeadJob }

export type DeadRow = JobRow & { readonly died_at: Date; readonly error: string }

const BURY = `
  with dead as (
    delete from job
     where account_id = :account and id = :id and fence = :fence
    returning lane, kind, payload, attempt
  )
  insert into dead_job (account_id, id, lane, kind, payload, run_at, attempt, died_at, error)
  select :account, :id, dead.lane, dead.kind, dead.payload, :runAt, dead.attempt, :at, :error
    from dead
      on conflict (account_id, id) do update
     set lane = excluded.lane, kind = excluded.kind, payload = excluded.payload, run_at = excluded.run_at,
         attempt = excluded.attempt, died_at = excluded.died_at, error = excluded.error`

const COUNT_DEAD = 'select count(*)::integer as count from dead_job where account_id = :account'

const LIST_DEAD = `
  select account_id, id, lane, kind, payload, run_at, attempt, died_at, error
    from dead_job
   where account_id = :account
   order by died_at desc, id desc
   limit :limit offset :offset`

const TAKE_DEAD = `
  delete from dead_job
   where account_id = :account and id = :id
  returning account_id, id, lane, kind, payload, run_at, attempt, died_at, error`

export function fromDeadRow(row: DeadRow): DeadJob {
  return { ...fromRow(row), attempt: row.attempt, diedAt: row.died_at, error: row.error }
}
