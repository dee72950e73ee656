import { openingsAt, type Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { zonesOf } from './recipient-zones.js'

export type OpeningStores = Pick<Stores, 'contacts'>

export type OpeningsAsked = { readonly account: AccountId; readonly phones: readonly PhoneNumber[]; readonly now: Date }

/** When each number may be texted. */
export async function openingsOf(
  stores: OpeningStores,
  hours: FixedSendingHours,
  { account, phones, now }: OpeningsAsked,
): Promise<ReadonlyMap<PhoneNumber, Opening>> {
  const zones = await zonesOf(stores, { account, phones, zone: hours.zone })
  const openingIn = openingsAt(hours, now)
  return new Map([...zones].map(([phone, zone]) => [phone, openingIn(zone)]))
}
