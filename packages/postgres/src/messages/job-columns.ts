import { isoOf, type Job } from '@carillon/core'

/** The columns of `toJobRow`. The id has another name than in the table, because a message has an id too. */
export const JOB_COLUMNS = {
  job_id: 'text',
  lane: 'text',
  kind: 'text',
  payload: 'json',
  run_at: 'timestamptz',
} as const

/** A job in the statements of a send. */
export function toJobRow({ id, lane, kind, payload, runAt }: Job) {
  return { job_id: id, lane, kind, payload: JSON.stringify(payload), run_at: isoOf(runAt) }
}
