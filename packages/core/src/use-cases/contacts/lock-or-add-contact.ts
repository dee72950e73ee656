import { applyPatch } from '../../model/contacts/contact-patch.js'
import type { Contact } from '../../model/contacts/contact.js'
import { blankContact } from '../../model/contacts/contact.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { lockContact, requireLockedContact } from './read-contact.js'

export type SoughtContact = {
  readonly account: { readonly id: AccountId }
  readonly phone: PhoneNumber
  readonly now: Date
}

/** Locks or adds the contact of a person who opts in by text or form. It cannot be erased before it is a member. */
export async function lockOrAddContact(
  stores: Pick<Stores, 'contacts'>,
  { ids }: { readonly ids: Ids },
  { account, phone, now }: SoughtContact,
): Promise<Contact> {
  const known = await lockContact(stores, account.id, phone)
  if (known !== null) return known
  const blank = blankContact({ id: ids.next('con'), account: account.id, phone, createdAt: now })
  const contact = applyPatch(blank, {}, [])
  const taken = await stores.contacts.add([contact])
  return taken.has(phone) ? requireLockedContact(stores, account.id, phone) : contact
}
