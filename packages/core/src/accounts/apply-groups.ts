import type { Group, Tag } from '../groups/group.js'
import type { AccountDeclaration } from './account-declaration.js'
import type { Application } from './application.js'
import { reconcile } from './reconcile.js'
import type { Sender } from './sender.js'

export async function applyGroups(
  application: Application,
  { groups }: AccountDeclaration,
  senders: readonly Sender[],
) {
  const { stores, account, ids, now, findings } = application
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
  const applied = await reconcile(application, {
    list: 'groups',
    key: 'name',
    declared: groups,
    stored: await stores.groups.of(account.id),
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
  })
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
