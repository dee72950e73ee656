import { pathOf, withAdminClient, type AdminClient } from './admin-client.js'
import type { Shell } from './shell.js'
import { tableOf } from './table.js'

type DeadJob = {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly diedAt: string
  readonly error: string
}

type DeadJobs = { readonly totalCount: number; readonly results: readonly DeadJob[] }

/** More than an operator looks through; of the others it is told how many there are. */
const LISTED_MAX = 1_000
const PAGE_LIMIT = 100

export type DeadJobsOptions = { readonly account: string; readonly json: boolean }

export async function listDeadJobs({ account, json }: DeadJobsOptions, shell: Shell): Promise<void> {
  const { stdout, stderr } = shell
  const { totalCount, results } = await withAdminClient(shell, (client) => deadJobsOf(client, account))
  stdout.write(json ? `${JSON.stringify(results, null, 2)}\n` : listed(results, account))
  if (totalCount > results.length) stderr.write(`The newest ${results.length} of ${totalCount} are shown\n`)
}

export type RetryOptions = { readonly account: string; readonly id: string }

export async function retryJob({ account, id }: RetryOptions, shell: Shell): Promise<void> {
  await withAdminClient(shell, (client) =>
    client.call({ method: 'POST', path: pathOf('accounts', account, 'jobs', 'dead', id, 'retry') }),
  )
  shell.stdout.write(`${id} is tried again\n`)
}

async function deadJobsOf(client: AdminClient, account: string): Promise<DeadJobs> {
  const path = pathOf('accounts', account, 'jobs', 'dead')
  const found: DeadJob[] = []
  for (let page = 1; ; page++) {
    const query = { page: String(page), limit: String(PAGE_LIMIT) }
    const { totalCount, results } = await client.call<DeadJobs>({ method: 'GET', path, query })
    found.push(...results)
    if (results.length < PAGE_LIMIT || found.length >= LISTED_MAX) return { totalCount, results: found }
  }
}

function listed(jobs: readonly DeadJob[], account: string): string {
  if (jobs.length === 0) return `No job of ${account} is dead\n`
  const rows = jobs.map(({ id, kind, attempts, diedAt, error }) => [id, kind, String(attempts), diedAt, lineOf(error)])
  return tableOf([['ID', 'KIND', 'TRIES', 'DIED', 'ERROR'], ...rows])
}

function lineOf(error: string): string {
  return error.replace(/\s+/g, ' ').slice(0, 120)
}
