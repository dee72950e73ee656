import type { Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import { firstOf, restOf } from '../../terminal/first-of.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { clickTimeOf } from './link-words.js'

export async function listLinks({ account, json }: { account: string; json: boolean }, shell: Shell): Promise<void> {
  const links = await withAdmin(shell, (admin) => firstOf(admin.links.list(account)))
  shell.stdout.write(json ? asJson(links.results) : listed(links.results, account))
  shell.stderr.write(restOf(links, 'first'))
}

function listed(links: readonly Schema<'FollowedLink'>[], account: string): string {
  if (links.length === 0) return `${account} has no tracking links yet: carillon apply creates them\n`
  const rows = links.map(({ link, target, recipients, people, bots, lastClickedAt }) => {
    return [link, String(recipients), String(people), String(bots), clickTimeOf(lastClickedAt), target]
  })
  return tableOf([['LINK', 'RECIPIENTS', 'PEOPLE', 'BOTS', 'LAST', 'TARGET'], ...rows])
}
