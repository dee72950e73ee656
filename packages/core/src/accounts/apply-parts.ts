import type { CustomField } from '../contacts/custom-field.js'
import type { WebhookEndpoint } from '../events/webhook-endpoint.js'
import type { Group, Tag } from '../groups/group.js'
import type { TrackingLink } from '../links/tracking-link.js'
import type { Ids } from '../ports/ids.js'
import type { Secrets } from '../ports/secrets.js'
import type { Stores } from '../ports/unit-of-work.js'
import { faultsAmong, type AccountDeclaration } from './account-declaration.js'
import type { Account } from './account.js'
import type { ApiKey } from './api-key.js'
import { reconcile, type Findings } from './reconcile.js'
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

export type Application = {
  readonly stores: Stores
  readonly account: Account
  readonly ids: Ids
  readonly secrets: Secrets
  readonly now: Date
  readonly prune: boolean
  readonly findings: Findings
  /** Made up so far. It outlives a unit of work that runs again, so that a secret which was stored is also told. */
  readonly newSecrets: Map<string, string>
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

async function applyGroups(application: Application, { groups }: AccountDeclaration, senders: readonly Sender[]) {
  const { stores, account, ids, now, prune, findings } = application
  const stored = await stores.groups.of(account.id)
  const tags = new Map((await stores.groups.tags(account.id)).map((tag) => [tag.name, tag]))
  const tagOf = (name: string): Tag => {
    const tag = tags.get(name) ?? { id: ids.next('tag'), name, createdAt: now, updatedAt: now }
    tags.set(name, tag)
    return tag
  }
  const fresh = {
    isDefault: false,
    optInType: 'SINGLE',
    optInMessage: null,
    confirmMessage: null,
    sender: null,
  } as const
  const applied = await reconcile(
    {
      list: 'groups',
      key: 'name',
      declared: groups,
      stored,
      keyOf: ({ name }) => name,
      wanted: ({ default: isDefault, tags: names, ...declared }, group, i): Group => {
        const sender = declared.sender === undefined ? (group?.sender ?? null) : declared.sender
        if (sender !== null && !senders.some(({ number }) => number === sender)) {
          findings.faults.push({ field: `account.groups[${i}].sender`, message: 'is not a number of this account' })
        }
        const before = group ?? {
          id: ids.next('grp'),
          account: account.id,
          ...fresh,
          tags: [],
          contactCount: 0,
          createdAt: now,
        }
        return {
          ...before,
          ...declared,
          isDefault: isDefault ?? before.isDefault,
          tags: names === undefined ? before.tags : [...new Set(names)].sort().map(tagOf),
        }
      },
      put: (group) => stores.groups.put(group),
      remove: ({ id }) => stores.groups.remove(account.id, id),
    },
    prune,
    findings,
  )
  return leaveOneDefault(application, applied, groups?.find((group) => group.default)?.name)
}

/** A group that is declared the default takes that place from the one that had it. */
async function leaveOneDefault({ stores, findings }: Application, groups: readonly Group[], name: string | undefined) {
  const result: Group[] = []
  for (const group of groups) {
    const loses = name !== undefined && group.isDefault && group.name !== name
    result.push(loses ? { ...group, isDefault: false } : group)
    if (!loses) continue
    await stores.groups.put({ ...group, isDefault: false })
    findings.changes.push(`groups: ${group.name} is no longer the default`)
  }
  return result
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
