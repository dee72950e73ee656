import type { Group } from '../../model/groups/group.js'
import { USES_LISTED, type UsingSchedules } from '../../stores/item-use-store.js'
import type { Stores } from '../../stores/unit-of-work.js'

/** Members and schedules prevent the removal of a group. */
export type GroupUses = {
  readonly members: { readonly active: number; readonly pending: number }
  readonly schedules: UsingSchedules
}

export async function usesOfGroup({ itemUses }: Pick<Stores, 'itemUses'>, { account, id }: Group): Promise<GroupUses> {
  return {
    members: await itemUses.membersOf(account, id),
    schedules: await itemUses.schedulesTo(account, id, USES_LISTED),
  }
}

/** Removes the group, unless it is in use. Returns what uses it; null if it was removed. */
export async function removeGroup(
  stores: Pick<Stores, 'itemUses' | 'groups'>,
  group: Group,
): Promise<GroupUses | null> {
  const { account, id } = group
  const schedules = await stores.itemUses.schedulesTo(account, id, USES_LISTED)
  if (schedules.totalCount === 0 && (await stores.groups.remove(account, id))) return null
  return { schedules, members: await stores.itemUses.membersOf(account, id) }
}
