import { isId, jobIdOf, type AccountId, type WebhookEndpointId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import type { EventType } from '../events/event.js'
import type { ClaimedJobOf, Job } from '../jobs/job.js'

/** A URL that receives the events of an account. */
export type WebhookEndpoint = {
  readonly id: WebhookEndpointId
  readonly account: AccountId
  readonly url: string
  readonly events: readonly EventType[]
  /** The signing secret, encrypted and not hashed, because every delivery needs it. */
  readonly sealedSecret: string
  /** Before `until`, the previous secret also signs, so that the receiver has time to switch over. */
  readonly previousSecret: { readonly sealed: string; readonly until: Date } | null
  /** The start of the current run of failed tries; null if the last try succeeded or there was none. */
  readonly failingSince: Date | null
  /** Whether recent responses were slow: slow endpoints have a separate lane, so that they do not delay the others. */
  readonly isSlow: boolean
  /** If set, nothing is sent to the endpoint, and its pending deliveries stay pending. */
  readonly disabled: Disabling | null
  readonly createdAt: Date
}

/** `gone`: it responded with 410. `failing`: all tries have failed for too long. */
export type Disabling = { readonly at: Date; readonly reason: 'operator' | 'gone' | 'failing' }

/** An endpoint in its initial state. */
export function newWebhookEndpoint(
  given: Pick<WebhookEndpoint, 'id' | 'account' | 'url' | 'events' | 'sealedSecret' | 'createdAt'>,
): WebhookEndpoint {
  return { ...given, previousSecret: null, failingSince: null, isSlow: false, disabled: null }
}

/** Sorted and without duplicates, so that two lists of the same types are equal. */
export function sortedTypes(events: readonly EventType[]): readonly EventType[] {
  return [...new Set(events)].sort()
}

/** Resets the health: failures of the old URL say nothing about the new one. */
export function withUrl(endpoint: WebhookEndpoint, url: string): WebhookEndpoint {
  return url === endpoint.url ? endpoint : { ...endpoint, url, failingSince: null, isSlow: false }
}

/** An endpoint that is already disabled keeps its reason. */
export function disabledAt(endpoint: WebhookEndpoint, at: Date): WebhookEndpoint {
  return endpoint.disabled === null ? { ...endpoint, disabled: { at, reason: 'operator' } } : endpoint
}

/** Enables the endpoint as if it had never failed. */
export function enabled(endpoint: WebhookEndpoint): WebhookEndpoint {
  return endpoint.disabled === null ? endpoint : { ...endpoint, disabled: null, failingSince: null, isSlow: false }
}

/** From now on the new secret signs, and for a while the previous one as well. */
export function withSecret(
  endpoint: WebhookEndpoint,
  sealedSecret: string,
  { now, previousForMs }: { readonly now: Date; readonly previousForMs: number },
): WebhookEndpoint {
  const previousSecret =
    previousForMs === 0 ? null : { sealed: endpoint.sealedSecret, until: addMs(now, previousForMs) }
  return { ...endpoint, sealedSecret, previousSecret }
}

/** The secrets that sign at `now`, sealed, newest first. */
export function sealedSecretsOf({ sealedSecret, previousSecret }: WebhookEndpoint, now: Date): readonly string[] {
  return previousSecret !== null && now < previousSecret.until ? [sealedSecret, previousSecret.sealed] : [sealedSecret]
}

export function isWebhookEndpointId(text: string): text is WebhookEndpointId {
  return isId('whk', text)
}

/** The format of Standard Webhooks: `whsec_` followed by 24 to 64 bytes in base64. */
const SECRET =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:[A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{3}=)$/

export function isWebhookSecret(text: string): boolean {
  return SECRET.test(text)
}

export interface WebhookEndpointStore {
  find(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null>
  /** Like `find`, but also locks the endpoint until the unit of work ends. */
  lock(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null>
  /** Oldest first. */
  of(account: AccountId): Promise<readonly WebhookEndpoint[]>
  /** Adds the endpoint, or replaces the endpoint with the same id. */
  put(endpoint: WebhookEndpoint): Promise<void>
  remove(account: AccountId, id: WebhookEndpointId): Promise<void>
}

export type DeliveryJob = ClaimedJobOf<'deliver-events'>

/** The one job that delivers to the endpoint, in the lane for its speed. */
export function deliveryJob(
  { id, account, isSlow }: Pick<WebhookEndpoint, 'id' | 'account' | 'isSlow'>,
  runAt: Date,
): Job {
  const lane = isSlow ? 'slow-webhooks' : 'webhooks'
  return { kind: 'deliver-events', payload: { endpoint: id }, id: jobIdOf(id), account, lane, runAt }
}
