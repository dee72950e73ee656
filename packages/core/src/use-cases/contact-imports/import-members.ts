import type { Contact } from '../../model/contacts/contact.js'
import type { Group } from '../../model/groups/group.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { ContactId } from '../../values/ids.js'

/** Who is in the group already is left alone, whatever happens to it at the same moment: that takes no lock. */
export async function withoutMembers(
  { memberships }: Pick<Stores, 'memberships'>,
  contacts: readonly Contact[],
  { newcomers, group }: { newcomers: ReadonlySet<ContactId>; group: Group },
): Promise<readonly Contact[]> {
  const known = contacts.filter(({ id }) => !newcomers.has(id))
  if (known.length === 0) return contacts
  const found = await memberships.of(
    group.account,
    known.map(({ id }) => id),
  )
  const here = found.filter((membership) => membership.group === group.id && membership.state === 'active')
  const members = new Set(here.map(({ contact }) => contact))
  return contacts.filter(({ id }) => !members.has(id))
}

/** Those that are there yet: from now on none of them is erased before it has joined. */
export async function lockJoining(
  { contacts: store }: Pick<Stores, 'contacts'>,
  contacts: readonly Contact[],
  newcomers: ReadonlySet<ContactId>,
): Promise<readonly Contact[]> {
  const known = contacts.filter(({ id }) => !newcomers.has(id))
  if (known.length === 0) return contacts
  const phones = known.map(({ phone }) => phone)
  const held = await store.lock(known[0]!.account, phones)
  return contacts.filter(({ id, phone }) => newcomers.has(id) || held.get(phone)?.id === id)
}
