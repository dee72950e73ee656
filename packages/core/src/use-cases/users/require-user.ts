import { EMAIL, isUserId, parseEmail, type User } from '../../model/users/user.js'
import type { LockedUser } from '../../model/users/user-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { quote } from '../../values/text/text.js'

/** Finds a user by id or by e-mail address. */
export async function requireUser({ users }: Pick<Stores, 'users'>, idOrEmail: string): Promise<User> {
  const found = isUserId(idOrEmail) ? await users.find(idOrEmail) : await findByEmail(users, idOrEmail)
  if (found === null) throw userNotFound(idOrEmail)
  return found
}

function findByEmail(users: Stores['users'], text: string): Promise<User | null> {
  return EMAIL.holds(text) ? users.findByEmail(parseEmail(text)) : Promise.resolve(null)
}

/** Like `requireUser`, but also locks the user and all owners until the unit of work ends. */
export async function requireLockedUser(
  stores: Pick<Stores, 'users'>,
  idOrEmail: string,
): Promise<LockedUser & { readonly user: User }> {
  const { id } = await requireUser(stores, idOrEmail)
  const { user, owners } = await stores.users.lock(id)
  if (user === null) throw userNotFound(idOrEmail)
  return { user, owners }
}

export function userNotFound(idOrEmail: string): DomainError {
  return new DomainError('user-not-found', `There is no user ${quote(idOrEmail)}`)
}
