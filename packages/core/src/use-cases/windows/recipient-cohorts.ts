import { cohortOf, type Cohort } from '../../model/windows/group-windows.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { activeGroupsOf } from '../groups/active-groups.js'
import { zonesOf } from './recipient-zones.js'

export type CohortStores = Pick<Stores, 'contacts' | 'memberships'>

export type CohortsAsked = { readonly account: AccountId; readonly phones: readonly PhoneNumber[] }

/** What the windows of each number depend on. Memberships are read only if a group has windows of its own. */
export async function cohortsOf(
  stores: CohortStores,
  hours: FixedSendingHours,
  { account, phones }: CohortsAsked,
): Promise<ReadonlyMap<PhoneNumber, Cohort>> {
  const [zones, active] = await Promise.all([
    zonesOf(stores, { account, phones, zone: hours.zone }),
    hours.groupWindows === undefined ? null : activeGroupsOf(stores, account, phones),
  ])
  return new Map([...zones].map(([phone, zone]) => [phone, cohortOf(hours, zone, active?.get(phone))]))
}
