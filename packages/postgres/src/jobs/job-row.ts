import { isoOf, type AccountId, type Job } from '@carillon/core'

export type JobRow = Pick<Job, 'id' | 'lane' | 'kind' | 'payload'> & {
  readonly account_id: AccountId
  readonly run_at: Date
  readonly attempt: number
}

export function toRow({ account, id, lane, kind, payload, runAt }: Job) {
  return { id, account_id: account, lane, kind, payload, run_at: isoOf(runAt) }
}

export function fromRow({ account_id: account, id, lane, kind, payload, run_at: runAt }: JobRow): Job {
  return { account, id, lane, kind, payload, runAt } as Job
}
