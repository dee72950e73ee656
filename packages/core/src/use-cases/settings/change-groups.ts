import type { FrequencyCap } from '../../model/frequency/frequency-cap.js'
import { withGroupRenamed } from '../../model/groups/group-names.js'
import type { Group } from '../../model/groups/group.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { parseGroupId, type AccountId } from '../../values/ids.js'
import { removeGroup, usesOfGroup, type GroupUses } from '../declarations/group-uses.js'
import type { GroupDeclaration } from '../declarations/declaration.js'
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
    const frequencyCaps = withGroupRenamed(account.frequencyCaps, group.name, name)
    if (frequencyCaps !== null) await accounts.save({ ...account, frequencyCaps })
  },
  async remove(stores, group, { frequencyCaps }) {
    const caps = capsOf(group, frequencyCaps)
    if (caps.length > 0) {
      const { members, schedules } = await usesOfGroup(stores, group)
      return { members, schedules: scheduleUses(schedules), frequencyCaps: caps }
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

/** Removes a group without members that no schedule sends to and no frequency cap names. Its name stays in the consent log. */
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
      const { frequencyCaps } = (await stores.accounts.find(account))!
      return { group, uses: await usesOfGroup(stores, group), frequencyCaps: capsOf(group, frequencyCaps) }
    })
  }
}

export type UsedGroup = {
  readonly group: Group
  readonly uses: GroupUses
  /** The caps that name it. */
  readonly frequencyCaps: readonly FrequencyCap[]
}

function capsOf({ name }: Group, caps: readonly FrequencyCap[]): readonly FrequencyCap[] {
  return caps.filter(({ group }) => group === name)
}
