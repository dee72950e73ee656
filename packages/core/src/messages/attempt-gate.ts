import { CODE_LIFETIME_MS } from '../consent/form-entry.js'
import { ERASED } from '../erasure/erased.js'
import type { Stores } from '../ports/unit-of-work.js'
import type { PhoneNumber } from '../values/phone-number.js'
import type { Message } from './message.js'

/**
 * Asked before each attempt that did not begin together with its message, in the transaction of that attempt: consent
 * may have gone since. It is held until the attempt is committed, so that a STOP comes before it or after it, and never
 * in between.
 */
export async function isStillAllowed(stores: Stores, message: Message, now: Date): Promise<boolean> {
  const { account, purpose, to, createdAt } = message
  if (to === ERASED) return false
  if (purpose === 'answer') return true
  // Whoever asked for it has not opted in yet. Once it opens nothing any more, it would only puzzle.
  if (purpose === 'code') return now.getTime() < createdAt.getTime() + CODE_LIFETIME_MS
  const phone = to as PhoneNumber
  const refused = await stores.consents.hold(account, [phone])
  if (purpose !== 'confirmation') return refused.size === 0
  const contact = await stores.contacts.find(account, phone)
  const memberships = contact === null ? [] : await stores.memberships.of(account, [contact.id])
  // It asks for the group that was entered with it: one that came in its place has a confirmation of its own.
  return memberships.some(({ state, since }) => state === 'pending' && since.getTime() === createdAt.getTime())
}
