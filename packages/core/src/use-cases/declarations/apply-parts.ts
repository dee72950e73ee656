import type { ApiKey } from '../../model/accounts/api-key.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import type { Group } from '../../model/groups/group.js'
import type { TrackingLink } from '../../model/links/tracking-link.js'
import type { Sender } from '../../model/senders/sender.js'
import { signingWith } from '../../model/webhooks/signing-secret.js'
import { newWebhookEndpoint, sortedTypes, type WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import { removeLocked } from '../webhooks/remove-webhook.js'
import { applyGroups } from './apply-groups.js'
import { applyPools } from './apply-pools.js'
import { faultsAmong, typeChange, unknownCarriers } from './declaration-faults.js'
import type { AccountDeclaration } from './declaration.js'
import { reconcile, type ApplyRun } from './reconcile.js'

export type AccountParts = {
  readonly apiKeys: readonly ApiKey[]
  /** The generated secrets, by key id: they are shown once. */
  readonly newKeySecrets: ReadonlyMap<string, string>
  readonly senders: readonly Sender[]
  readonly groups: readonly Group[]
  readonly customFields: readonly CustomField[]
  readonly trackingLinks: readonly TrackingLink[]
  readonly webhooks: readonly WebhookEndpoint[]
  /** The generated secrets, by URL: they are shown once. */
  readonly newWebhookSecrets: ReadonlyMap<string, string>
}

/**
 * Keeps the lock order: webhook endpoints are locked first, and custom fields with their values before groups. Senders
 * are applied before the groups that send from them and the pools that name them; pools are locked before groups.
 */
export async function applyParts(run: ApplyRun, declaration: AccountDeclaration): Promise<AccountParts> {
  const { newKeySecrets, newWebhookSecrets } = run
  const lockedEndpoints = await lockWebhooks(run, declaration)
  const customFields = await applyCustomFields(run, declaration)
  const senders = await applySenders(run, declaration)
  await applyPools(run, declaration, senders)
  return {
    customFields,
    senders,
    groups: await applyGroups(run, declaration, senders),
    trackingLinks: await applyTrackingLinks(run, declaration),
    webhooks: await applyWebhooks(run, declaration, lockedEndpoints),
    newWebhookSecrets,
    apiKeys: await applyApiKeys(run, declaration),
    newKeySecrets,
  }
}

async function applyCustomFields(run: ApplyRun, { customFields }: AccountDeclaration) {
  const { stores, account, findings } = run
  const fresh = { account: account.id, options: [], status: 'active' } as const
  const applied = await reconcile(run, {
    list: 'customFields',
    key: 'key',
    declared: customFields,
    stored: await stores.customFields.of(account.id),
    keyOf: ({ key }) => key,
    wanted: (declared, field, i): CustomField => {
      if (field !== undefined && field.type !== declared.type) {
        findings.faults.push(typeChange(i, { from: field.type, to: declared.type }))
      }
      return { ...fresh, ...field, ...declared }
    },
    put: (field) => stores.customFields.put(field),
    remove: ({ key }) => stores.customFields.remove(account.id, key),
  })
  findings.faults.push(...faultsAmong(applied, customFields ?? []))
  return applied
}

async function applySenders(run: ApplyRun, { numbers }: AccountDeclaration): Promise<readonly Sender[]> {
  const { stores, account, now, carriers, findings } = run
  const fresh = { account: account.id, status: 'active', mms: true, messagesPerSecond: null, carrier: null } as const
  findings.faults.push(...unknownCarriers(numbers ?? [], carriers))
  return reconcile(run, {
    list: 'numbers',
    key: 'number',
    declared: numbers,
    stored: await stores.senders.of(account.id),
    keyOf: ({ number }) => number,
    wanted: (declared, sender): Sender => ({ ...fresh, createdAt: now, ...sender, ...declared }),
    put: (sender) => stores.senders.put(sender),
    remove: ({ number }) => stores.senders.remove(account.id, number),
  })
}

async function applyTrackingLinks(run: ApplyRun, { trackingLinks }: AccountDeclaration) {
  const { stores, account, now } = run
  const fresh = { account: account.id, createdAt: now }
  return reconcile(run, {
    list: 'trackingLinks',
    key: 'link',
    declared: trackingLinks,
    stored: await stores.trackingLinks.of(account.id),
    keyOf: ({ link }) => link,
    wanted: (declared, link): TrackingLink => ({ ...fresh, ...link, ...declared }),
    put: (link) => stores.trackingLinks.put(link),
    remove: ({ link }) => stores.trackingLinks.remove(account.id, link),
  })
}

async function applyWebhooks(run: ApplyRun, { webhooks }: AccountDeclaration, stored: readonly WebhookEndpoint[]) {
  const { stores, account, ids, secrets, now, newWebhookSecrets } = run
  return reconcile(run, {
    list: 'webhooks',
    key: 'url',
    declared: webhooks,
    stored,
    keyOf: ({ url }) => url,
    wanted: ({ url, events, secret = newWebhookSecrets.get(url) }, endpoint): WebhookEndpoint => {
      const settings = { url, events: sortedTypes(events) }
      if (endpoint !== undefined) {
        return { ...(secret === undefined ? endpoint : signingWith(endpoint, secret, { secrets, now })), ...settings }
      }
      const sealedSecret = secrets.seal(secret ?? madeUp(newWebhookSecrets, url, secrets.generateWebhookSecret()))
      return newWebhookEndpoint({ id: ids.next('whk'), account: account.id, ...settings, sealedSecret, createdAt: now })
    },
    put: (endpoint) => stores.webhookEndpoints.put(endpoint),
    remove: (endpoint) => removeLocked(stores, endpoint),
  })
}

/** Locks the endpoints that may change, because deliveries change them too. Returns all endpoints. */
async function lockWebhooks({ stores, account, prune }: ApplyRun, { webhooks = [] }: AccountDeclaration) {
  const declared = new Set(webhooks.map(({ url }) => url))
  const current: WebhookEndpoint[] = []
  for (const endpoint of await stores.webhookEndpoints.of(account.id)) {
    const mayChange = prune || declared.has(endpoint.url)
    const found = mayChange ? await stores.webhookEndpoints.lock(account.id, endpoint.id) : endpoint
    if (found !== null) current.push(found)
  }
  return current
}

async function applyApiKeys(run: ApplyRun, { apiKeys }: AccountDeclaration) {
  const { stores, account, secrets, now, newKeySecrets } = run
  return reconcile(run, {
    list: 'apiKeys',
    key: 'id',
    declared: apiKeys,
    stored: await stores.apiKeys.of(account.id),
    keyOf: ({ id }) => id,
    wanted: ({ id, secret = newKeySecrets.get(id) }, key): ApiKey => {
      const stays = key !== undefined && (secret === undefined || secrets.matches(secret, key.secretHash))
      const makeUp = () => madeUp(newKeySecrets, id, secrets.generate())
      return {
        id,
        account: account.id,
        secretHash: stays ? key.secretHash : secrets.hash(secret ?? makeUp()),
        createdAt: key?.createdAt ?? now,
      }
    },
    put: (key) => stores.apiKeys.put(key),
    remove: ({ id }) => stores.apiKeys.revoke(account.id, id),
  })
}

function madeUp(newSecrets: Map<string, string>, key: string, secret: string): string {
  newSecrets.set(key, secret)
  return secret
}
