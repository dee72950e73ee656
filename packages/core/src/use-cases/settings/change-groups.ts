import type { Group } from '../../model/groups/group.js'
import type { UsingSegments } from '../../stores/item-use-store.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { parseGroupId, type AccountId } from '../../values/ids.js'
import { removeGroup, usesOfGroup, type GroupUses } from '../declarations/group-uses.js'
import type { GroupDeclaration } from '../declarations/declaration.js'
import { settingsOfGroup, withGroupRenamedIn, type SettingsOfGroup } from '../declarations/settings-for-groups.js'
import { segmentsWith } from '../filters/filters-with.js'
import { groupNotFound } from '../groups/read-group.js'
import {
  changeItem,
  createItem,
  removeItem,
  requireItem,
  type ChangeItemDeps,
  type ItemChange,
  type ItemKind,
} from './change-item.js'
import { scheduleUses } from './schedule-uses.js'

const GROUPS: ItemKind<'groups', Group> = {
  list: 'groups',
  noun: 'group',
  stored: ({ groups }, account) => groups.of(account),
  partOf: ({ groups }) => groups,
  idOf: ({ id }) => id,
  itemOf: groupItemOf,
  keyOf: ({ name }) => name,
  async rename({ groups, accounts }, group, name, account) {
    await groups.put({ ...group, name })
    const renamed = withGroupRenamedIn(account, group.name, name)
    if (renamed !== null) await accounts.save(renamed)
  },
  async remove(stores, group, account) {
    const settings = settingsOfGroup(group, account)
    if (Object.keys(settings).length > 0) {
      const { members, schedules } = await usesOfGroup(stores, group)
      return { members, schedules: scheduleUses(schedules), ...settings }
    }
    const uses = await removeGroup(stores, group)
    return uses && { members: uses.members, schedules: scheduleUses(uses.schedules) }
  },
  notFound: (id) => groupNotFound({ id: parseGroupId(id) }),
}

/** The group as a declaration has it. */
export function groupItemOf({ isDefault, tags, ...group }: Group): Required<GroupDeclaration> {
  const { name, optInType, optInMessage, confirmMessage, sender, formLimits } = group
  const texts = { optInType, optInMessage, confirmMessage, sender, formLimits }
  return { name, default: isDefault, ...texts, tags: tags.map((tag) => tag.name) }
}

export class CreateGroup {
  constructor(private readonly deps: ChangeItemDeps) {}

  execute({ account, fields }: { readonly account: AccountId; readonly fields: GroupDeclaration }): Promise<Group> {
    return createItem(GROUPS, { account, item: fields }, this.deps)
  }
}

/** A new name keeps the group: its members, its form and its history. */
export class ChangeGroup {
  constructor(private readonly deps: ChangeItemDeps) {}

  execute(change: ItemChange<'groups'>): Promise<Group> {
    return changeItem(GROUPS, change, this.deps)
  }
}

/** Removes a group without members that no schedule sends to and no setting names. Its name stays in the consent log. */
export class RetireGroup {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(given: { readonly account: AccountId; readonly item: string }): Promise<void> {
    return removeItem(GROUPS, given, this.deps)
  }
}

export class ReadGroupUses {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, item }: { readonly account: AccountId; readonly item: string }): Promise<UsedGroup> {
    return this.deps.unitOfWork.run(async (stores) => {
      const group = requireItem(GROUPS, await stores.groups.of(account), item)
      const settings = settingsOfGroup(group, (await stores.accounts.find(account))!)
      const segments = await segmentsWith(stores, account, { kind: 'group', id: group.id })
      return { group, uses: await usesOfGroup(stores, group), segments, settings }
    })
  }
}

export type UsedGroup = {
  readonly group: Group
  readonly uses: GroupUses
  /** The segments whose filters name it. They do not prevent its removal. */
  readonly segments: UsingSegments
  /** The caps and sending windows that name it. */
  readonly settings: SettingsOfGroup
}
