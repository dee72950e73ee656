import { placeOpeningsAt } from '../../model/windows/group-windows.js'
import type { Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { placesOf, type PlacesAsked, type PlaceStores } from './recipient-places.js'

export type OpeningStores = PlaceStores

export type OpeningsAsked = PlacesAsked & { readonly now: Date }

/** When each number may be texted. */
export async function openingsOf(
  stores: OpeningStores,
  hours: FixedSendingHours,
  { now, ...asked }: OpeningsAsked,
): Promise<ReadonlyMap<PhoneNumber, Opening>> {
  const places = await placesOf(stores, hours, asked)
  const openingIn = placeOpeningsAt(hours, now)
  return new Map([...places].map(([phone, place]) => [phone, openingIn(place)]))
}
