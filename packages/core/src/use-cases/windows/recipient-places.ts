import { placeOf, type Place } from '../../model/windows/group-windows.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { activeGroupsOf } from '../groups/active-groups.js'
import { zonesOf } from './recipient-zones.js'

export type PlaceStores = Pick<Stores, 'contacts' | 'memberships'>

export type PlacesAsked = { readonly account: AccountId; readonly phones: readonly PhoneNumber[] }

/** What the windows of each number depend on. Memberships are read only if a group has windows of its own. */
export async function placesOf(
  stores: PlaceStores,
  hours: FixedSendingHours,
  { account, phones }: PlacesAsked,
): Promise<ReadonlyMap<PhoneNumber, Place>> {
  const [zones, active] = await Promise.all([
    zonesOf(stores, { account, phones, zone: hours.zone }),
    hours.groupWindows === undefined ? null : activeGroupsOf(stores, account, phones),
  ])
  return new Map([...zones].map(([phone, zone]) => [phone, placeOf(hours, zone, active?.get(phone))]))
}
