import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { Message } from '../../model/messages/message.js'
import { OPEN, type Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { fixHours, type HoursStores } from './fix-hours.js'
import { openingsOf, type OpeningStores } from './recipient-openings.js'

type TimingStores = OpeningStores & HoursStores & Pick<Stores, 'broadcasts'>

/** When a message may be submitted, and its broadcast, if it has one that observes windows. */
export type Timing = { readonly opening: Opening; readonly broadcast: Broadcast | null }

/** At any time. */
export const ANY_TIME: Timing = { opening: OPEN, broadcast: null }

/** Reads nothing for a single message that observes no windows. */
export async function timingOf(stores: TimingStores, message: Message, now: Date): Promise<Timing> {
  const { account, broadcast: id, heldUntil } = message
  if (id !== null) {
    const broadcast = await stores.broadcasts.find(account, id)
    if (broadcast === null || broadcast.sendingHours === null) return ANY_TIME
    return { opening: await openingFor(stores, broadcast.sendingHours, message, now), broadcast }
  }
  const found = heldUntil === null ? null : await stores.accounts.find(account)
  const hours = found && (await fixHours(stores, found))
  return hours === null ? ANY_TIME : { opening: await openingFor(stores, hours, message, now), broadcast: null }
}

async function openingFor(
  stores: OpeningStores,
  hours: FixedSendingHours,
  { account, to }: Message,
  now: Date,
): Promise<Opening> {
  const phone = to as PhoneNumber
  return (await openingsOf(stores, hours, { account, phones: [phone], now })).get(phone)!
}
