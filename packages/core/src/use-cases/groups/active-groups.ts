import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId, GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** The groups in which each number is an active member. Numbers that are in no group are left out. */
export async function activeGroupsOf(
  { contacts, memberships }: Pick<Stores, 'contacts' | 'memberships'>,
  account: AccountId,
  phones: readonly PhoneNumber[],
): Promise<ReadonlyMap<PhoneNumber, ReadonlySet<GroupId>>> {
  const found = await contacts.findAll(account, phones)
  const phoneOf = new Map([...found].map(([phone, { id }]) => [id, phone]))
  const groups = new Map<PhoneNumber, Set<GroupId>>()
  for (const { contact, group, state } of await memberships.of(account, [...phoneOf.keys()])) {
    if (state !== 'active') continue
    const phone = phoneOf.get(contact)!
    groups.set(phone, (groups.get(phone) ?? new Set()).add(group))
  }
  return groups
}
