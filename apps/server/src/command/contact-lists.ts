import { pathOf, withAdminClient } from './admin-client.js'
import { firstOf, restOf } from './first-of.js'
import type { Shell } from './shell.js'
import { tableOf } from './table.js'

type ContactList = { readonly id: string; readonly name: string; readonly size: number; readonly createdAt: string }

export type ContactListsOptions = { readonly account: string; readonly json: boolean }

export async function listContactLists({ account, json }: ContactListsOptions, shell: Shell): Promise<void> {
  const path = pathOf('accounts', account, 'contact-lists')
  const lists = await withAdminClient(shell, (client) => firstOf<ContactList>(client, path))
  shell.stdout.write(json ? `${JSON.stringify(lists.results, null, 2)}\n` : listed(lists.results, account))
  shell.stderr.write(restOf(lists, 'newest'))
}

function listed(lists: readonly ContactList[], account: string): string {
  if (lists.length === 0) return `${account} has no list of contacts yet: carillon lists save makes one\n`
  const rows = lists.map(({ name, id, size, createdAt }) => [name, id, String(size), createdAt])
  return tableOf([['NAME', 'ID', 'CONTACTS', 'CREATED'], ...rows])
}
