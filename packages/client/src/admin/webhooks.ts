import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { InputOf, QueryOf, Schema } from '../requests/operation.js'
import { ACCOUNT } from './accounts.js'

const WEBHOOKS = `${ACCOUNT}/webhooks` as const
const ONE = `${WEBHOOKS}/{webhookId}` as const

export type OneWebhook = { readonly account: string; readonly webhookId: string }
export type OneDelivery = OneWebhook & { readonly eventId: string }

const paramsOf = ({ account, webhookId }: OneWebhook) => ({ name: account, webhookId })

export const webhooks = (connection: Connection) => ({
  list: (account: string, options?: CallOptions) =>
    connection.request('GET', WEBHOOKS, { ...options, params: { name: account } }),

  /** Only this response contains the secret. */
  add: (account: string, fields: Schema<'WebhookFields'>, options?: CallOptions) =>
    connection.request('POST', WEBHOOKS, { ...options, params: { name: account }, body: fields }),

  byId: (webhook: OneWebhook, options?: CallOptions) =>
    connection.request('GET', ONE, { ...options, params: paramsOf(webhook) }),

  /** A merge patch: omitted fields stay unchanged. */
  change: (webhook: OneWebhook, patch: Schema<'WebhookPatchFields'>, options?: CallOptions) =>
    connection.request('PATCH', ONE, { ...options, params: paramsOf(webhook), body: patch }),

  remove: (webhook: OneWebhook, options?: CallOptions) =>
    connection.request('DELETE', ONE, { ...options, params: paramsOf(webhook) }),

  /** For a transition period, events are signed with both the old and the new secret. */
  rotateSecret: (webhook: OneWebhook, fields: Schema<'SecretFields'> = {}, options?: CallOptions) =>
    connection.request('POST', `${ONE}/rotate-secret`, { ...options, params: paramsOf(webhook), body: fields }),

  /** Sends a test event. */
  test: (webhook: OneWebhook, options?: CallOptions) =>
    connection.request('POST', `${ONE}/test`, { ...options, params: paramsOf(webhook) }),

  deliveries: (webhook: OneWebhook, filter: QueryOf<`${typeof ONE}/deliveries`> = {}, options?: CallOptions) =>
    connection.list(`${ONE}/deliveries`, { ...options, params: paramsOf(webhook), query: filter }),

  delivery: ({ eventId, ...webhook }: OneDelivery, options?: CallOptions) =>
    connection.request('GET', `${ONE}/deliveries/{eventId}`, { ...options, params: { ...paramsOf(webhook), eventId } }),

  /** Sends events again, with their original ids. */
  replay: (webhook: OneWebhook, which: InputOf<'POST', `${typeof ONE}/replay`>['body'], options?: CallOptions) =>
    connection.request('POST', `${ONE}/replay`, { ...options, params: paramsOf(webhook), body: which }),
})
