import type { Group, Tag } from '../../model/groups/group.js'
import type { Sender } from '../../model/senders/sender.js'
import { unknownSender } from './declaration-faults.js'
import type { AccountDeclaration, GroupDeclaration } from './declaration.js'
import { removeGroup, type GroupUses } from './group-uses.js'
import { reconcile, type ApplyRun } from './reconcile.js'

export async function applyGroups(run: ApplyRun, { groups }: AccountDeclaration, senders: readonly Sender[]) {
  const { stores, account, findings } = run
  const tagsOf = tagger(run, await stores.groups.tags(account.id))
  const applied = await reconcile(run, {
    list: 'groups',
    key: 'name',
    declared: groups,
    stored: await stores.groups.of(account.id),
    keyOf: ({ name }) => name,
    wanted: (declared, group = newGroup(declared.name, run), i) => {
      const wanted = declaredGroup(group, declared, tagsOf)
      if (!isSender(wanted.sender, senders)) findings.faults.push(unknownSender(i))
      return wanted
    },
    put: (group) => stores.groups.put(group),
    remove: async (group) => {
      const uses = await removeGroup(stores, group)
      return uses && reasonOf(uses)
    },
  })
  return leaveOneDefault(run, applied, groups?.find((group) => group.default)?.name)
}

function reasonOf({ schedules }: GroupUses): string {
  return schedules.totalCount > 0 ? 'is still the audience of schedules' : 'still has members'
}

/** One tag per name: a new tag is created only once, even if several groups have it. */
function tagger({ ids, now }: ApplyRun, stored: readonly Tag[]): (names: readonly string[]) => readonly Tag[] {
  const tags = new Map(stored.map((tag) => [tag.name, tag]))
  const tagOf = (name: string): Tag => {
    const tag = tags.get(name) ?? { id: ids.next('tag'), name, createdAt: now, updatedAt: now }
    tags.set(name, tag)
    return tag
  }
  return (names) => [...new Set(names)].sort().map(tagOf)
}

function newGroup(name: string, { ids, account, now }: ApplyRun): Group {
  return {
    id: ids.next('grp'),
    account: account.id,
    name,
    isDefault: false,
    optInType: 'SINGLE',
    optInMessage: null,
    confirmMessage: null,
    sender: null,
    formLimits: null,
    tags: [],
    contactCount: 0,
    createdAt: now,
  }
}

function declaredGroup(
  group: Group,
  { default: isDefault = group.isDefault, formLimits = group.formLimits, tags, ...declared }: GroupDeclaration,
  tagsOf: (names: readonly string[]) => readonly Tag[],
): Group {
  // Limits without a key are those of the account, so the codes of the form are counted together with the others.
  const hasLimits = formLimits !== null && Object.keys(formLimits).length > 0
  return {
    ...group,
    ...declared,
    isDefault,
    formLimits: hasLimits ? formLimits : null,
    tags: tags === undefined ? group.tags : tagsOf(tags),
  }
}

function isSender(number: string | null, senders: readonly Sender[]): boolean {
  return number === null || senders.some((sender) => sender.number === number)
}

/** A group that is declared the default replaces the previous default group. */
async function leaveOneDefault({ stores, findings }: ApplyRun, groups: readonly Group[], name: string | undefined) {
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
