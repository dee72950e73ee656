import type { AccountId, GroupId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Group, Tag } from './group.js'

export type GroupQuery = PageRequest & {
  /** Part of the name, in any case. */
  readonly name: string | null
}

export interface GroupStore {
  /** Those of `ids` that the account has. */
  find(account: AccountId, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, Group>>
  /** Whose group it is, for whoever comes with its id and no account. Null for one that was removed. */
  accountOf(id: GroupId): Promise<AccountId | null>
  /** Like `find`, and removed ones too: the consent log speaks of them. */
  names(account: AccountId, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, string>>
  /** By name. */
  of(account: AccountId): Promise<readonly Group[]>
  /** Newest first, then by id downward. */
  list(account: AccountId, query: GroupQuery): Promise<Page<Group>>
  /** Adds the group, or changes everything but its count. Its tags are made where they are new. */
  put(group: Group): Promise<void>
  /**
   * False, and nothing is changed, while anybody is pending or active in the group; also when somebody joins at the
   * same moment. Its name stays known to `names`.
   */
  remove(account: AccountId, id: GroupId): Promise<boolean>
  /**
   * Moves the counts of active members, zero included. Groups are taken in the order of their ids. Fails with
   * `group-not-found` where a group was removed meanwhile.
   */
  count(account: AccountId, changes: ReadonlyMap<GroupId, number>): Promise<void>
  /** By name. */
  tags(account: AccountId): Promise<readonly Tag[]>
}
