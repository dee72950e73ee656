import type { Page, Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { responseText, nextTryOf, type Attempt, type Delivery } from './webhook-words.js'
import type { OneWebhook } from './webhooks.js'

export type DeliveriesOptions = OneWebhook & {
  readonly status?: string
  readonly type?: string
  readonly page: number
}

const PAGE_LIMIT = 50

export async function listDeliveries({ account, id, json, page, ...filter }: DeliveriesOptions, shell: Shell) {
  const query = { ...(filter as object), page, limit: PAGE_LIMIT }
  const found = await withAdmin(shell, (admin) => admin.webhooks.deliveries({ account, webhookId: id }, query).page())
  shell.stdout.write(json ? asJson(found.results) : listed(found))
  const pages = Math.ceil(found.totalCount / PAGE_LIMIT)
  if (pages > 1) shell.stderr.write(`Page ${page} of ${pages}, ${found.totalCount} deliveries in all\n`)
}

function listed({ totalCount, results }: Page<Delivery>): string {
  if (results.length === 0) return totalCount === 0 ? 'No such delivery\n' : 'No such page\n'
  const rows = results.map((one) => [
    one.eventId,
    one.type,
    one.status,
    String(one.attemptCount),
    nextTryOf(one) ?? '-',
    one.lastAttempt === undefined ? '-' : responseText(one.lastAttempt),
  ])
  return tableOf([['EVENT', 'TYPE', 'STATUS', 'TRIES', 'NEXT', 'LAST RESPONSE'], ...rows])
}

export type DeliveryOptions = OneWebhook & { readonly eventId: string }

export type FoundDelivery = Schema<'FoundDelivery'>

export async function showDelivery({ account, id, eventId, json }: DeliveryOptions, shell: Shell): Promise<void> {
  const found = await withAdmin(shell, (admin) => admin.webhooks.delivery({ account, webhookId: id, eventId }))
  shell.stdout.write(json ? asJson(found) : shown(found))
}

function shown({ attempts, payload, ...delivery }: FoundDelivery): string {
  const facts = tableOf([
    ['EVENT', delivery.eventId],
    ['TYPE', delivery.type],
    ['STATUS', statusOf(delivery)],
    ['HAPPENED', clockOf(payload.timestamp)],
  ])
  return [facts, triesOf(attempts), asJson(payload)].join('\n')
}

function statusOf({ status, nextAttemptAt }: Pick<Delivery, 'status' | 'nextAttemptAt'>): string {
  if (status !== 'pending') return status
  return nextAttemptAt === undefined
    ? `${status}, waits until the webhook is enabled`
    : `${status}, due at ${clockOf(nextAttemptAt)}`
}

function triesOf(attempts: readonly Attempt[]): string {
  if (attempts.length === 0) return 'No attempt has been made yet\n'
  const rows = attempts.map((one) => [String(one.number), clockOf(one.at), `${one.tookMs} ms`, responseText(one)])
  return tableOf([['TRY', 'AT', 'TOOK', 'RESPONSE'], ...rows])
}

export type ReplayOptions = OneWebhook &
  ({ readonly eventId: string } | { readonly from: string; readonly to: string; readonly status?: string })

export async function replayDeliveries({ account, id, json, ...body }: ReplayOptions, shell: Shell): Promise<void> {
  const which = body as Schema<'ReplayEventFields'>
  const replayed = await withAdmin(shell, (admin) => admin.webhooks.replay({ account, webhookId: id }, which))
  const count = replayed.replayed === 1 ? '1 event is being sent' : `${replayed.replayed} events are being sent`
  shell.stdout.write(json ? `${JSON.stringify(replayed)}\n` : `${count} to ${id}; event ids do not change\n`)
}
