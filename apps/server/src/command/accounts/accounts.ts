import type { Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'

export async function listAccounts({ json }: { json: boolean }, shell: Shell): Promise<void> {
  const { results } = await withAdmin(shell, (admin) => admin.accounts.list())
  shell.stdout.write(json ? asJson(results) : listed(results))
}

function listed(accounts: readonly Schema<'Account'>[]): string {
  if (accounts.length === 0) return 'There is no account yet: carillon apply creates one\n'
  const rows = accounts.map(({ name, id, timezone, createdAt }) => [name, id, timezone, clockOf(createdAt, timezone)])
  return tableOf([['NAME', 'ID', 'TIMEZONE', 'CREATED'], ...rows])
}
