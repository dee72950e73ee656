import { CODE_LIFETIME_MS } from '../../model/forms/form-entry.js'
import { FAILURES, STOPS } from '../../model/messages/failures.js'
import type { Message, MessageFailure } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { ERASED, type PhoneNumber } from '../../values/phone/phone-number.js'

/**
 * Why the message may not be sent any more; null where it may. Asked before each attempt that did not begin together
 * with its message, in the transaction of that attempt: consent may have gone since. It is held until the attempt is
 * committed, so that a STOP comes before it or after it, and never in between.
 */
export async function stopOf(stores: Stores, message: Message, now: Date): Promise<MessageFailure | null> {
  const { account, purpose, to, createdAt } = message
  if (to === ERASED) return FAILURES.erased
  if (purpose === 'answer') return null
  // Whoever asked for it has not opted in yet. Once it opens nothing any more, it would only puzzle.
  if (purpose === 'code') {
    return now.getTime() < createdAt.getTime() + CODE_LIFETIME_MS ? null : FAILURES.codeExpired
  }
  const phone = to as PhoneNumber
  const refusal = (await stores.consents.lockShared(account, [phone])).get(0)
  if (purpose !== 'confirmation') return refusal === undefined ? null : STOPS[refusal]
  const contact = await stores.contacts.find(account, phone)
  if (contact === null) return FAILURES.erased
  const memberships = await stores.memberships.of(account, [contact.id])
  // It asks for the group that was entered with it: one that came in its place has a confirmation of its own.
  const isPending = memberships.some(
    ({ state, since }) => state === 'pending' && since.getTime() === createdAt.getTime(),
  )
  if (isPending) return null
  return refusal === 'hard-opted-out' ? FAILURES.optedOut : FAILURES.notPending
}
