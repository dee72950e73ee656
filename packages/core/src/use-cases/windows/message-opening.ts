import type { Message } from '../../model/messages/message.js'
import { OPEN, openingAt, type Opening } from '../../model/windows/opening.js'
import { fixedHoursOf, type FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { zonesOf } from './recipient-zones.js'

type OpeningStores = Pick<Stores, 'accounts' | 'broadcasts' | 'contacts'>

/** When a message may be submitted. Reads nothing for a single message that observes no windows. */
export async function openingOf(stores: OpeningStores, message: Message, now: Date): Promise<Opening> {
  const hours = await hoursOf(stores, message)
  if (hours === null) return OPEN
  return openingFor(stores, hours, { message, now, since: message.broadcast === null ? message.createdAt : now })
}

type Asked = {
  readonly message: Pick<Message, 'account' | 'to'>
  readonly now: Date
  readonly since: Date
}

async function openingFor(
  stores: Pick<Stores, 'contacts'>,
  hours: FixedSendingHours,
  { message: { account, to }, now, since }: Asked,
): Promise<Opening> {
  const phone = to as PhoneNumber
  const zones = await zonesOf(stores, { account, phones: [phone], zone: hours.zone })
  return openingAt(hours, { zone: zones.get(phone)!, now, since })
}

/** Those of its broadcast; those of its account if its request says that it observes them. */
async function hoursOf(
  { accounts, broadcasts }: OpeningStores,
  { account, broadcast, heldUntil }: Message,
): Promise<FixedSendingHours | null> {
  if (broadcast !== null) return (await broadcasts.find(account, broadcast))?.sendingHours ?? null
  if (heldUntil === null) return null
  const found = await accounts.find(account)
  return found && fixedHoursOf(found)
}
