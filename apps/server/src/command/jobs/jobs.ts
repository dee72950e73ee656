import type { Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import { firstOf, restOf } from '../../terminal/first-of.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'

export type DeadJobsOptions = { readonly account: string; readonly json: boolean }

export async function listDeadJobs({ account, json }: DeadJobsOptions, shell: Shell): Promise<void> {
  const dead = await withAdmin(shell, (admin) => firstOf(admin.jobs.dead(account)))
  shell.stdout.write(json ? asJson(dead.results) : listed(dead.results, account))
  shell.stderr.write(restOf(dead, 'newest'))
}

export type RetryOptions = { readonly account: string; readonly id: string }

export async function retryJob({ account, id }: RetryOptions, shell: Shell): Promise<void> {
  await withAdmin(shell, (admin) => admin.jobs.retry({ account, jobId: id }))
  shell.stdout.write(`${id} will be retried\n`)
}

function listed(jobs: readonly Schema<'DeadJob'>[], account: string): string {
  if (jobs.length === 0) return `${account} has no dead jobs\n`
  const rows = jobs.map(({ id, kind, attempts, diedAt, error }) => [
    id,
    kind,
    String(attempts),
    clockOf(diedAt),
    lineOf(error),
  ])
  return tableOf([['ID', 'KIND', 'TRIES', 'DIED', 'ERROR'], ...rows])
}

function lineOf(error: string): string {
  return error.replace(/\s+/g, ' ').slice(0, 120)
}
