import type { AccountId, UserId } from '../../values/ids.js'
import type { Identity, User } from './user.js'

export type UserQuery = {
  /** Only users with a role in this account; null for all users. */
  readonly account: AccountId | null
  /** The e-mail address of the last user of the previous step; null for the first step. */
  readonly after: string | null
  readonly limit: number
}

export interface UserStore {
  /** Returns false and changes nothing if another user has the e-mail address, even if the two are added concurrently. */
  add(user: User): Promise<boolean>
  /** Saves everything but the e-mail address. False, without a change, if another user has the identity. */
  save(user: User): Promise<boolean>
  find(id: UserId): Promise<User | null>
  /** Of those among the ids that exist. */
  names(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>
  findByEmail(email: string): Promise<User | null>
  findByIdentity(identity: Identity): Promise<User | null>
  /**
   * Locks the user and every owner until the unit of work ends, in the order of their ids. So of two owners that remove
   * each other at the same time, the second finds the change of the first.
   */
  lock(id: UserId): Promise<LockedUser>
  isEmpty(): Promise<boolean>
  /** Sorted by e-mail address. */
  list(query: UserQuery): Promise<readonly User[]>
}

export type LockedUser = {
  readonly user: User | null
  readonly owners: readonly User[]
}
