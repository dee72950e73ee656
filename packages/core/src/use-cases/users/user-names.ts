import type { Stores } from '../../stores/unit-of-work.js'
import type { UserId } from '../../values/ids.js'

/** The names of users, for lists of what they have made. A user that does not exist any more has none. */
export async function userNames(
  { users }: Pick<Stores, 'users'>,
  ids: Iterable<UserId>,
): Promise<ReadonlyMap<UserId, string>> {
  const names = new Map<UserId, string>()
  for (const id of new Set(ids)) {
    const user = await users.find(id)
    if (user !== null) names.set(id, user.name)
  }
  return names
}
