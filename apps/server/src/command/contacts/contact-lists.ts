import type { Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import { firstOf, restOf } from '../../terminal/first-of.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'

export type ContactListsOptions = { readonly account: string; readonly json: boolean }

export async function listContactLists({ account, json }: ContactListsOptions, shell: Shell): Promise<void> {
  const lists = await withAdmin(shell, (admin) => firstOf(admin.contactLists.list(account)))
  shell.stdout.write(json ? asJson(lists.results) : listed(lists.results, account))
  shell.stderr.write(restOf(lists, 'newest'))
}

function listed(lists: readonly Schema<'ContactList'>[], account: string): string {
  if (lists.length === 0) return `${account} has no list of contacts yet: carillon lists save creates one\n`
  const rows = lists.map(({ name, id, size, createdAt }) => [name, id, String(size), clockOf(createdAt)])
  return tableOf([['NAME', 'ID', 'CONTACTS', 'CREATED'], ...rows])
}
