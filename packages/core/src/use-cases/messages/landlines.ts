import { LOOK_UP_WINDOW_MS } from '../../model/credits/price.js'
import { FAILURES } from '../../model/messages/failures.js'
import type { Message, MessageFailure } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'

/**
 * The failure of a message to a number that is known to be a landline, if the account refuses landlines. The texts that
 * the service sends by itself are not refused.
 */
export async function landlineStopOf(stores: Stores, message: Message, now: Date): Promise<MessageFailure | null> {
  const { account, purpose, to } = message
  if (purpose !== 'message' || !(await refusesLandlines(stores, account))) return null
  return (await isKnownLandline(stores, { account, phone: to as PhoneNumber, now })) ? FAILURES.landline : null
}

export async function refusesLandlines({ accounts }: Pick<Stores, 'accounts'>, account: AccountId): Promise<boolean> {
  return (await accounts.find(account))?.refuseLandlines ?? false
}

/** Whether a recent look-up for a broadcast or batch of the account found a landline. Makes no look-up. */
export async function isKnownLandline(
  { carriers }: Pick<Stores, 'carriers'>,
  { account, phone, now }: { readonly account: AccountId; readonly phone: PhoneNumber; readonly now: Date },
): Promise<boolean> {
  const lineTypes = await carriers.known(account, [phone], addMs(now, -LOOK_UP_WINDOW_MS))
  return lineTypes.get(phone) === 'landline'
}
