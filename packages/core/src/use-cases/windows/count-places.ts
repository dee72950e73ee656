import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import { NO_PLACES, withPlaces, type PlaceCounts } from '../../model/windows/windows-preview.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { placesOf, type PlacesAsked } from './recipient-places.js'

/** How many numbers one unit of work asks for. */
const ASKED_TOGETHER = 1_000

/** Counts the places of many numbers. */
export async function countPlaces(
  { unitOfWork }: { readonly unitOfWork: UnitOfWork },
  hours: FixedSendingHours,
  { account, phones }: PlacesAsked,
): Promise<PlaceCounts> {
  let counts = NO_PLACES
  for (let from = 0; from < phones.length; from += ASKED_TOGETHER) {
    const some = { account, phones: phones.slice(from, from + ASKED_TOGETHER) }
    const places = await unitOfWork.run((stores) => placesOf(stores, hours, some))
    counts = withPlaces(counts, places.values())
  }
  return counts
}
