import { viewOf, type Contact, type ContactView } from '../../model/contacts/contact.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import type { AccountId } from '../../values/ids.js'

/** The contacts as clients see them, read in three queries for any number of contacts. */
export async function viewsOf(
  { memberships, groups, customFields }: Stores,
  account: AccountId,
  contacts: readonly Contact[],
): Promise<readonly ContactView[]> {
  const ids = contacts.map((contact) => contact.id)
  const joined = groupBy(await memberships.of(account, ids), (membership) => membership.contact)
  const groupIds = new Set([...joined.values()].flat().map((membership) => membership.group))
  const context = {
    groups: await groups.find(account, [...groupIds]),
    fields: await customFields.of(account),
  }
  return contacts.map((contact) => viewOf(contact, { ...context, memberships: joined.get(contact.id) ?? [] }))
}

/** For a contact that this unit of work has added or locked. */
export async function requireView(
  { contactViews }: Pick<Stores, 'contactViews'>,
  contact: Contact,
): Promise<ContactView> {
  const found = await contactViews.find(contact.account, contact.phone)
  return viewOf(contact, found!.context)
}
