import type { Stores } from '../ports/unit-of-work.js'
import type { PhoneNumber } from '../values/phone-number.js'
import type { Message } from './message.js'

/**
 * Asked again before every later attempt, in its transaction: consent may have gone since. It is held until the
 * attempt is committed, so that a STOP comes before it or after it, and never in between.
 */
export async function isStillAllowed(stores: Stores, { account, purpose, to, createdAt }: Message): Promise<boolean> {
  if (purpose === 'answer') return true
  const phone = to as PhoneNumber
  const refused = await stores.consents.hold(account, [phone])
  if (purpose !== 'confirmation') return refused.size === 0
  const contact = await stores.contacts.find(account, phone)
  const memberships = contact === null ? [] : await stores.memberships.of(account, [contact.id])
  // It asks for the group that was entered with it: one that came in its place has a confirmation of its own.
  return memberships.some(({ state, since }) => state === 'pending' && since.getTime() === createdAt.getTime())
}
