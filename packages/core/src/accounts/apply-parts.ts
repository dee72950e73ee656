import type { CustomField } from '../contacts/custom-field.js'
import type { WebhookEndpoint } from '../events/webhook-endpoint.js'
import type { Group } from '../groups/group.js'
import type { TrackingLink } from '../links/tracking-link.js'
import { faultsAmong, type AccountDeclaration } from './account-declaration.js'
import type { ApiKey } from './api-key.js'
import type { Application } from './application.js'
import { applyGroups } from './apply-groups.js'
import { reconcile } from './reconcile.js'
import type { Sender } from './sender.js'

export type AccountParts = {
  readonly apiKeys: readonly ApiKey[]
  /** Those made up now, by key id: they are told once. */
  readonly newSecrets: ReadonlyMap<string, string>
  readonly senders: readonly Sender[]
  readonly groups: readonly Group[]
  readonly customFields: readonly CustomField[]
  readonly trackingLinks: readonly TrackingLink[]
  readonly webhooks: readonly WebhookEndpoint[]
}

/** Senders come before the groups that send from them. */
export async function applyParts(application: Application, declaration: AccountDeclaration): Promise<AccountParts> {
  const senders = await applySenders(application, declaration)
  return {
    senders,
    groups: await applyGroups(application, declaration, senders),
    customFields: await applyCustomFields(application, declaration),
    trackingLinks: await applyTrackingLinks(application, declaration),
    webhooks: await applyWebhooks(application, declaration),
    ...(await applyApiKeys(application, declaration)),
  }
}

async function applySenders(application: Application, { numbers }: AccountDeclaration): Promise<readonly Sender[]> {
  const { stores, account, now, prune, findings } = application
  const fresh = { account: account.id, status: 'active', mms: true, messagesPerSecond: null, createdAt: now } as const
  return reconcile(
    {
      list: 'numbers',
      key: 'number',
      declared: numbers,
      stored: await stores.senders.of(account.id),
      keyOf: ({ number }) => number,
      wanted: (declared, stored) => ({ ...fresh, ...stored, ...declared }),
      put: (sender) => stores.senders.put(sender),
      remove: ({ number }) => stores.senders.remove(account.id, number),
    },
    prune,
    findings,
  )
}

async function applyCustomFields(application: Application, { customFields }: AccountDeclaration) {
  const { stores, account, prune, findings } = application
  const stored = await stores.customFields.of(account.id)
  const applied = await reconcile(
    {
      list: 'customFields',
      key: 'key',
      declared: customFields,
      stored,
      keyOf: ({ key }) => key,
      wanted: (declared, field, i): CustomField => {
        if (field !== undefined && field.type !== declared.type) {
          findings.faults.push({
            field: `account.customFields[${i}].type`,
            message: `cannot change from ${field.type} to ${declared.type}: values are stored. Remove the field first`,
          })
        }
        const before = field ?? {
          account: account.id,
          key: declared.key,
          label: '',
          type: declared.type,
          options: [],
          status: 'active',
        }
        return { ...before, ...declared }
      },
      put: (field) => stores.customFields.put(field),
      remove: ({ key }) => stores.customFields.remove(account.id, key),
    },
    prune,
    findings,
  )
  findings.faults.push(...faultsAmong(applied, customFields ?? []))
  return applied
}

async function applyTrackingLinks(application: Application, { trackingLinks }: AccountDeclaration) {
  const { stores, account, now, prune, findings } = application
  return reconcile(
    {
      list: 'trackingLinks',
      key: 'link',
      declared: trackingLinks,
      stored: await stores.trackingLinks.of(account.id),
      keyOf: ({ link }) => link,
      wanted: (declared, link): TrackingLink => ({
        link: declared.link,
        account: account.id,
        target: declared.target,
        createdAt: link?.createdAt ?? now,
      }),
      put: (link) => stores.trackingLinks.put(link),
      remove: ({ link }) => stores.trackingLinks.remove(account.id, link),
    },
    prune,
    findings,
  )
}

async function applyWebhooks(application: Application, { webhooks }: AccountDeclaration) {
  const { stores, account, ids, secrets, now, prune, findings } = application
  return reconcile(
    {
      list: 'webhooks',
      key: 'url',
      declared: webhooks,
      stored: await stores.webhookEndpoints.of(account.id),
      keyOf: ({ url }) => url,
      wanted: ({ url, events, secret }, endpoint): WebhookEndpoint => {
        const known =
          endpoint !== undefined && (secret === undefined || secrets.unseal(endpoint.sealedSecret) === secret)
        return {
          id: endpoint?.id ?? ids.next('whk'),
          account: account.id,
          url,
          events: [...new Set(events)].sort(),
          sealedSecret: known ? endpoint.sealedSecret : secrets.seal(secret ?? secrets.generateWebhookSecret()),
          createdAt: endpoint?.createdAt ?? now,
        }
      },
      put: (endpoint) => stores.webhookEndpoints.put(endpoint),
      remove: ({ id }) => stores.webhookEndpoints.remove(account.id, id),
    },
    prune,
    findings,
  )
}

async function applyApiKeys(application: Application, { apiKeys }: AccountDeclaration) {
  const { stores, account, secrets, now, prune, findings, newSecrets } = application
  const secretFor = (id: string) => {
    const secret = secrets.generate()
    newSecrets.set(id, secret)
    return secret
  }
  const keys = await reconcile(
    {
      list: 'apiKeys',
      key: 'id',
      declared: apiKeys,
      stored: await stores.apiKeys.of(account.id),
      keyOf: ({ id }) => id,
      wanted: ({ id, secret = newSecrets.get(id) }, key): ApiKey => {
        const known = key !== undefined && (secret === undefined || secrets.matches(secret, key.secretHash))
        return {
          id,
          account: account.id,
          secretHash: known ? key.secretHash : secrets.hash(secret ?? secretFor(id)),
          createdAt: key?.createdAt ?? now,
        }
      },
      put: (key) => stores.apiKeys.put(key),
      remove: ({ id }) => stores.apiKeys.revoke(account.id, id),
    },
    prune,
    findings,
  )
  return { apiKeys: keys, newSecrets }
}
