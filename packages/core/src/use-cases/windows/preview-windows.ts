import { placeOpeningsAt, type Place } from '../../model/windows/group-windows.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import {
  windowsPreviewOf,
  withoutPlaces,
  type PreviewedPlaces,
  type WindowsPreview,
} from '../../model/windows/windows-preview.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { countPlaces } from './count-places.js'
import { placesOf } from './recipient-places.js'

/** The recipients whose windows are previewed, with their places. */
export type WindowsAsked = PreviewedPlaces & { readonly account: AccountId; readonly hours: FixedSendingHours }

type Deps = { readonly unitOfWork: UnitOfWork }

/** How many numbers one unit of work asks for. */
const ASKED_TOGETHER = 1_000

/**
 * Leaves out the numbers that would wait too long for their windows. Such recipients fail for this reason, whatever
 * else would stop them.
 */
export async function withoutLate(
  { unitOfWork }: Deps,
  asked: WindowsAsked | null,
  phones: readonly PhoneNumber[],
): Promise<readonly PhoneNumber[]> {
  if (asked === null || windowsPreviewOf(asked.hours, asked).tooLate === 0) return phones
  const { account, hours, sentAt } = asked
  const isLate = ({ zone, ...place }: Place) =>
    placeOpeningsAt(hours, sentAt(zone))({ zone, ...place }).kind === 'never'
  const open: PhoneNumber[] = []
  for (let from = 0; from < phones.length; from += ASKED_TOGETHER) {
    const some = phones.slice(from, from + ASKED_TOGETHER)
    const places = await unitOfWork.run((stores) => placesOf(stores, hours, { account, phones: some }))
    open.push(...some.filter((phone) => !isLate(places.get(phone)!)))
  }
  return open
}

/** What the windows would do with all but those whom something else stops. */
export async function previewWindows(
  deps: Deps,
  { account, hours, counts, sentAt }: WindowsAsked,
  stopped: readonly PhoneNumber[],
): Promise<WindowsPreview> {
  const others = await countPlaces(deps, hours, { account, phones: stopped })
  return windowsPreviewOf(hours, { counts: withoutPlaces(counts, others), sentAt })
}
