import type { Contact } from '../../model/contacts/contact.js'
import type { Group } from '../../model/groups/group.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { ContactId } from '../../values/ids.js'

/** Leaves out current members of the group. Takes no lock: concurrent changes of their memberships do not matter. */
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

/** Locks and returns the contacts that still exist, so that none is erased before it has joined. */
export async function lockJoining(
  { contacts: store }: Pick<Stores, 'contacts'>,
  contacts: readonly Contact[],
  newcomers: ReadonlySet<ContactId>,
): Promise<readonly Contact[]> {
  const known = contacts.filter(({ id }) => !newcomers.has(id))
  if (known.length === 0) return contacts
  const phones = known.map(({ phone }) => phone)
  const locked = await store.lock(known[0]!.account, phones)
  return contacts.filter(({ id, phone }) => newcomers.has(id) || locked.get(phone)?.id === id)
}
