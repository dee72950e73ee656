import type { AccountId, WebhookEndpointId } from '../values/ids.js'
import type { EventType } from './event.js'

/** Where an account wants to hear of its events. */
export type WebhookEndpoint = {
  readonly id: WebhookEndpointId
  readonly account: AccountId
  readonly url: string
  readonly events: readonly EventType[]
  /** The signing secret, sealed: it has to be read again at every delivery. */
  readonly sealedSecret: string
  readonly createdAt: Date
}

/** Standard Webhooks: `whsec_` and the base64 of 24 to 64 bytes. */
const SECRET =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:[A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{3}=)$/

export function isWebhookSecret(text: string): boolean {
  return SECRET.test(text)
}
