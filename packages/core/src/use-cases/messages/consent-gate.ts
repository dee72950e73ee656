import { CODE_LIFETIME_MS } from '../../model/forms/form-entry.js'
import { FAILURES, STOPS } from '../../model/messages/failures.js'
import type { Message, MessageFailure } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { ERASED, type PhoneNumber } from '../../values/phone/phone-number.js'

/**
 * Why the message may no longer be sent; null if it may. Checked before each attempt that begins after the message was
 * accepted, in the transaction of that attempt, because consent may have been withdrawn since. The consent stays
 * locked until the attempt is committed, so that a STOP comes either before or after it. `dispatch/consent-gate` does
 * the same for the slices of a broadcast.
 */
export async function stopOf(stores: Stores, message: Message, now: Date): Promise<MessageFailure | null> {
  const { account, purpose, to, createdAt } = message
  if (to === ERASED) return FAILURES.erased
  if (purpose === 'answer') return null
  // The recipient of a code has not opted in yet, so consent is not checked. An expired code would only confuse.
  if (purpose === 'code') {
    return now.getTime() < createdAt.getTime() + CODE_LIFETIME_MS ? null : FAILURES.codeExpired
  }
  const phone = to as PhoneNumber
  const refusal = (await stores.consents.lockShared(account, [phone])).get(0)
  if (purpose !== 'confirmation') return refusal === undefined ? null : STOPS[refusal]
  const contact = await stores.contacts.find(account, phone)
  if (contact === null) return FAILURES.erased
  const memberships = await stores.memberships.of(account, [contact.id])
  // A confirmation belongs to the membership that was created with it: a later membership has another confirmation.
  const isPending = memberships.some(
    ({ state, since }) => state === 'pending' && since.getTime() === createdAt.getTime(),
  )
  if (isPending) return null
  return refusal === 'hard-opted-out' ? FAILURES.optedOut : FAILURES.notPending
}
