import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { stateOf, type Webhook } from './webhook-words.js'

export type AccountOptions = { readonly account: string; readonly json: boolean }

/** One of the webhook endpoints of an account. */
export type OneWebhook = AccountOptions & { readonly id: string }

export async function listWebhooks({ account, json }: AccountOptions, shell: Shell): Promise<void> {
  const { results } = await withAdmin(shell, (admin) => admin.webhooks.list(account))
  shell.stdout.write(json ? asJson(results) : listed(results, account))
}

function listed(webhooks: readonly Webhook[], account: string): string {
  if (webhooks.length === 0) return `${account} has no webhook yet: carillon webhooks add creates one\n`
  const rows = webhooks.map((one) => [one.id, one.url, one.events.join(', '), stateOf(one)])
  return tableOf([['ID', 'URL', 'EVENTS', 'STATE'], ...rows])
}

export async function showWebhook({ account, id, json }: OneWebhook, shell: Shell): Promise<void> {
  const webhook = await withAdmin(shell, (admin) => admin.webhooks.byId({ account, webhookId: id }))
  shell.stdout.write(json ? asJson(webhook) : shown(webhook))
}

function shown(webhook: Webhook): string {
  const { id, url, events, previousSecretValidUntil, createdAt } = webhook
  return tableOf([
    ['ID', id],
    ['URL', url],
    ['STATE', stateOf(webhook)],
    ['CREATED', clockOf(createdAt)],
    ...(previousSecretValidUntil === undefined
      ? []
      : [['OLD SECRET', `also signs until ${clockOf(previousSecretValidUntil)}`]]),
    ...events.map((type, i) => [i === 0 ? 'EVENTS' : '', type]),
  ])
}
