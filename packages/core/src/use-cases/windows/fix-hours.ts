import type { Account } from '../../model/accounts/account.js'
import { unknownGroups } from '../../model/groups/group-names.js'
import { dependsOnGroups, fixedHoursOf } from '../../model/windows/fixed-hours.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'

export type HoursStores = Pick<Stores, 'accounts' | 'groups'>

/**
 * The hours that a send of the account that is accepted now must observe, with the groups by their ids. Null if the account
 * has no windows. Reads nothing if no window names a group.
 */
export async function fixHours(stores: HoursStores, account: Account): Promise<FixedSendingHours | null> {
  const { sendingHours, id } = account
  if (!dependsOnGroups(sendingHours)) return fixedHoursOf(account, [])
  const groups = await stores.groups.of(id)
  if (unknownGroups(sendingHours.windows ?? [], groups, '').length === 0) return fixedHoursOf(account, groups)
  // The account was read before one of its groups got another name.
  const current = (await stores.accounts.find(id)) ?? account
  return fixedHoursOf(current, await stores.groups.of(id))
}
