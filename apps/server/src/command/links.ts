import type { Schema } from '@carillon/client'
import { withAdmin } from './admin-client.js'
import { asJson } from './as-json.js'
import { firstOf, restOf } from './first-of.js'
import { dayOf } from './link-words.js'
import type { Shell } from './shell.js'
import { tableOf } from './table.js'

export async function listLinks({ account, json }: { account: string; json: boolean }, shell: Shell): Promise<void> {
  const links = await withAdmin(shell, (admin) => firstOf(admin.links.list(account)))
  shell.stdout.write(json ? asJson(links.results) : listed(links.results, account))
  shell.stderr.write(restOf(links, 'first'))
}

function listed(links: readonly Schema<'FollowedLink'>[], account: string): string {
  if (links.length === 0) return `${account} has no tracking link yet: carillon apply makes those that its file names\n`
  const rows = links.map(({ link, target, recipients, people, bots, lastClickedAt }) => {
    return [link, String(recipients), String(people), String(bots), dayOf(lastClickedAt), target]
  })
  return tableOf([['LINK', 'RECIPIENTS', 'PEOPLE', 'BOTS', 'LAST', 'TARGET'], ...rows])
}
