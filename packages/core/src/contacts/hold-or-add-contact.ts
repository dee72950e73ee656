import type { Ids } from '../ports/ids.js'
import type { Stores } from '../ports/unit-of-work.js'
import type { AccountId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone-number.js'
import { applyPatch } from './contact-patch.js'
import type { Contact } from './contact.js'
import { blankContact } from './create-contact.js'

export type SoughtContact = {
  readonly account: { readonly id: AccountId }
  readonly phone: PhoneNumber
  readonly now: Date
}

/** The contact of whoever comes by an act of its own. Held, so that it is not erased before it has its membership. */
export async function holdOrAddContact(
  { contacts }: Pick<Stores, 'contacts'>,
  { ids }: { readonly ids: Ids },
  { account, phone, now }: SoughtContact,
): Promise<Contact> {
  const hold = async () => (await contacts.lock(account.id, [phone])).get(phone)
  const known = await hold()
  if (known !== undefined) return known
  const blank = blankContact({ id: ids.next('con'), account: account.id, phone, createdAt: now })
  const contact = applyPatch(blank, {}, [])
  const taken = await contacts.add([contact])
  return taken.has(phone) ? (await hold())! : contact
}
