import { statusOf, type User } from '../../model/users/user.js'
import type { LockedUser } from '../../model/users/user-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { isEqual } from '../../values/collections.js'

/**
 * Saves a locked user. A change of what the user may do ends the link that the user has not used yet, because its creator
 * must not get the new roles with it. It also ends all sessions, unless the user only got a role in one more account from
 * an admin there, who must not sign out the people of other accounts.
 */
export async function saveAccess(
  { users, sessions, oneTimeLinks }: Pick<Stores, 'users' | 'sessions' | 'oneTimeLinks'>,
  { user: before, owners }: LockedUser & { readonly user: User },
  after: User,
  { keepsSessions = false }: { readonly keepsSessions?: boolean } = {},
): Promise<void> {
  const others = owners.filter(({ id }) => id !== after.id)
  if (isActiveOwner(before) && ![after, ...others].some(isActiveOwner)) throw lastOwner()
  await users.save(after)
  if (isEqual(accessOf(before), accessOf(after))) return
  if (!keepsSessions) await sessions.removeAll(after.id, null)
  await oneTimeLinks.end(after.id)
}

export function accessOf({ isOwner, roles, disabledAt }: User) {
  return { isOwner, roles, isDisabled: disabledAt !== null }
}

function isActiveOwner(user: User): boolean {
  return user.isOwner && statusOf(user) === 'active'
}

function lastOwner(): DomainError {
  return new DomainError(
    'last-owner',
    'This is the last owner who can sign in: make another active user an owner first',
  )
}
