import { statusOf, type User, type UserStatus } from '../../model/users/user.js'

/** A user as others see it: without the hash of the password. */
export type UserView = Pick<User, 'id' | 'email' | 'name' | 'isOwner' | 'roles' | 'timezone' | 'createdAt'> & {
  readonly status: UserStatus
  readonly hasPassword: boolean
  /** Whether the user signs in at the OpenID Connect issuer. */
  readonly hasIdentity: boolean
}

export function userView(user: User): UserView {
  const { id, email, name, isOwner, roles, timezone, createdAt, passwordHash, identity } = user
  const status = statusOf(user)
  const methods = { hasPassword: passwordHash !== null, hasIdentity: identity !== null }
  return { id, email, name, isOwner, roles, timezone, createdAt, status, ...methods }
}
