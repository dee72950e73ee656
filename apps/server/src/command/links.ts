import { pathOf, withAdminClient } from './admin-client.js'
import { firstOf, restOf } from './first-of.js'
import { dayOf, type Totals } from './link-words.js'
import type { Shell } from './shell.js'
import { tableOf } from './table.js'

type Link = Totals & { readonly link: string; readonly target: string }

export async function listLinks({ account, json }: { account: string; json: boolean }, shell: Shell): Promise<void> {
  const path = pathOf('accounts', account, 'links')
  const links = await withAdminClient(shell, (client) => firstOf<Link>(client, path))
  shell.stdout.write(json ? `${JSON.stringify(links.results, null, 2)}\n` : listed(links.results, account))
  shell.stderr.write(restOf(links, 'first'))
}

function listed(links: readonly Link[], account: string): string {
  if (links.length === 0) return `${account} has no tracking link yet: carillon apply makes those that its file names\n`
  const rows = links.map(({ link, target, recipients, people, bots, lastClickedAt }) => {
    return [link, String(recipients), String(people), String(bots), dayOf(lastClickedAt), target]
  })
  return tableOf([['LINK', 'RECIPIENTS', 'PEOPLE', 'BOTS', 'LAST', 'TARGET'], ...rows])
}
