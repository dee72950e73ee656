import { withAdminClient } from './admin-client.js'
import type { Shell } from './shell.js'
import { tableOf } from './table.js'

type AccountSummary = {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly createdAt: string
}

export async function listAccounts({ json }: { json: boolean }, shell: Shell): Promise<void> {
  const { results } = await withAdminClient(shell, (client) =>
    client.call<{ results: readonly AccountSummary[] }>({ method: 'GET', path: '/accounts' }),
  )
  shell.stdout.write(json ? `${JSON.stringify(results, null, 2)}\n` : listed(results))
}

function listed(accounts: readonly AccountSummary[]): string {
  if (accounts.length === 0) return 'There is no account yet: carillon apply makes one\n'
  const rows = accounts.map(({ name, id, timezone, createdAt }) => [name, id, timezone, createdAt])
  return tableOf([['NAME', 'ID', 'TIMEZONE', 'CREATED'], ...rows])
}
