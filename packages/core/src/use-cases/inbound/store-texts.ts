import type { Account } from '../../model/accounts/account.js'
import { resemblesStop } from '../../model/consent/resembles-stop.js'
import { messageEvent } from '../../model/events/event.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isPhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'
import { messageOf, type Received } from './received-text.js'

/** A text that came for the first time, from a number that can be answered. */
export type NewText = Received & { readonly phone: PhoneNumber }

/** Stores texts to one account, oldest first, except those that it has already. Returns those that may have effects. */
export async function storeTexts(
  stores: Stores,
  account: Account,
  received: readonly Received[],
): Promise<readonly NewText[]> {
  const added = await stores.messages.add(received.map((one) => messageOf(one, account)))
  const stored = received.flatMap((one) => (added.has(one.id) ? { one, message: messageOf(one, account) } : []))
  if (stored.length === 0) return []
  await stores.statistics.count(
    account.id,
    stored.map(({ one }) => ({ statistic: 'received', detail: '', at: one.now, count: 1 })),
  )
  await stores.events.append(
    account.id,
    stored.map(({ one, message }) => messageEvent('message.received', message, { id: one.eventId, at: one.now })),
  )
  const fromPhones = stored.flatMap(({ one, message }) => {
    const { from: phone } = one.text
    return isPhoneNumber(phone) ? { one, message, phone } : []
  })
  await stores.conversations.receive(fromPhones.map(({ message, phone }) => ({ ...message, from: phone })))
  for (const { one, message } of fromPhones) {
    if (resemblesStop(one.text.body)) await stores.possibleOptOuts.add(message)
  }
  return fromPhones.map(({ one, phone }) => ({ ...one, phone }))
}
