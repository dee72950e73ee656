import { isId, jobIdOf, type AccountId, type WebhookEndpointId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import type { EventType } from '../events/event.js'
import type { ClaimedJobOf, Job } from '../jobs/job.js'

/** Where an account wants to hear of its events. */
export type WebhookEndpoint = {
  readonly id: WebhookEndpointId
  readonly account: AccountId
  readonly url: string
  readonly events: readonly EventType[]
  /** The signing secret, sealed: it has to be read again at every delivery. */
  readonly sealedSecret: string
  /** The one before it signs too until then, so that whoever verifies can change over in between. */
  readonly previousSecret: { readonly sealed: string; readonly until: Date } | null
  /** Since when nothing but failures came of it; null where the last try was a success, or there was none. */
  readonly failingSince: Date | null
  /** Whether it took long to answer lately: such ones are worked on apart, so that they hold up nobody else. */
  readonly isSlow: boolean
  /** Nothing is sent to it, and what waits goes on waiting. */
  readonly disabled: Disabling | null
  readonly createdAt: Date
}

/** `gone`: it has answered so. `failing`: for too long there were nothing but failures. */
export type Disabling = { readonly at: Date; readonly reason: 'operator' | 'gone' | 'failing' }

/** An endpoint as it begins. */
export function newWebhookEndpoint(
  given: Pick<WebhookEndpoint, 'id' | 'account' | 'url' | 'events' | 'sealedSecret' | 'createdAt'>,
): WebhookEndpoint {
  return { ...given, previousSecret: null, failingSince: null, isSlow: false, disabled: null }
}

/** Each once, in an order that says nothing: two lists of the same types are the same. */
export function sortedTypes(events: readonly EventType[]): readonly EventType[] {
  return [...new Set(events)].sort()
}

/** What it did elsewhere says nothing of it. */
export function withUrl(endpoint: WebhookEndpoint, url: string): WebhookEndpoint {
  return url === endpoint.url ? endpoint : { ...endpoint, url, failingSince: null, isSlow: false }
}

/** One that is disabled already keeps its reason. */
export function disabledAt(endpoint: WebhookEndpoint, at: Date): WebhookEndpoint {
  return endpoint.disabled === null ? { ...endpoint, disabled: { at, reason: 'operator' } } : endpoint
}

/** It begins anew, as if it had never failed. */
export function enabled(endpoint: WebhookEndpoint): WebhookEndpoint {
  return endpoint.disabled === null ? endpoint : { ...endpoint, disabled: null, failingSince: null, isSlow: false }
}

/** From now on the new secret signs, and for a while the one before it as well. */
export function withSecret(
  endpoint: WebhookEndpoint,
  sealedSecret: string,
  { now, previousForMs }: { readonly now: Date; readonly previousForMs: number },
): WebhookEndpoint {
  const previousSecret =
    previousForMs === 0 ? null : { sealed: endpoint.sealedSecret, until: addMs(now, previousForMs) }
  return { ...endpoint, sealedSecret, previousSecret }
}

/** Those that sign at `now`, sealed, the newest first. */
export function sealedSecretsOf({ sealedSecret, previousSecret }: WebhookEndpoint, now: Date): readonly string[] {
  return previousSecret !== null && now < previousSecret.until ? [sealedSecret, previousSecret.sealed] : [sealedSecret]
}

export function isWebhookEndpointId(text: string): text is WebhookEndpointId {
  return isId('whk', text)
}

/** Standard Webhooks: `whsec_` and the base64 of 24 to 64 bytes. */
const SECRET =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:[A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{3}=)$/

export function isWebhookSecret(text: string): boolean {
  return SECRET.test(text)
}

export interface WebhookEndpointStore {
  find(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null>
  /** The same, and nobody else changes it until the unit of work ends. */
  lock(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null>
  /** Oldest first. */
  of(account: AccountId): Promise<readonly WebhookEndpoint[]>
  /** Adds the endpoint, or replaces the one with its id. */
  put(endpoint: WebhookEndpoint): Promise<void>
  remove(account: AccountId, id: WebhookEndpointId): Promise<void>
}

export type DeliveryJob = ClaimedJobOf<'deliver-events'>

/** The one job that delivers to the endpoint, in the lane that is right for it. */
export function deliveryJob(
  { id, account, isSlow }: Pick<WebhookEndpoint, 'id' | 'account' | 'isSlow'>,
  runAt: Date,
): Job {
  const lane = isSlow ? 'slow-webhooks' : 'webhooks'
  return { kind: 'deliver-events', payload: { endpoint: id }, id: jobIdOf(id), account, lane, runAt }
}
