import type { AccountId, GroupId, TagId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Group, Tag } from './group.js'

export type GroupQuery = PageRequest & {
  /** Part of the name; ignores case. */
  readonly name: string | null
}

export interface GroupStore {
  /** The account's groups among `ids`. */
  find(account: AccountId, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, Group>>
  /** The account of a group, for requests that have only its id. Null for a removed group. */
  accountOf(id: GroupId): Promise<AccountId | null>
  /** The names of groups, including removed ones, which the consent log refers to. */
  names(account: AccountId, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, string>>
  /** Sorted by name. */
  of(account: AccountId): Promise<readonly Group[]>
  /** Newest first, then by descending id. */
  list(account: AccountId, query: GroupQuery): Promise<Page<Group>>
  /** Adds the group, or saves everything but its count. Creates tags that are new. */
  put(group: Group): Promise<void>
  /**
   * Returns false and changes nothing while the group has pending or active members, even if a contact joins
   * concurrently. `names` still returns the name of a removed group.
   */
  remove(account: AccountId, id: GroupId): Promise<boolean>
  /**
   * Changes the counts of active members by these numbers, which may be zero. Locks the groups in the order of their
   * ids. Throws `group-not-found` if a group was removed in the meantime.
   */
  count(account: AccountId, changes: ReadonlyMap<GroupId, number>): Promise<void>
  /** Sorted by name. */
  tags(account: AccountId): Promise<readonly Tag[]>
  /** Adds or changes the tag, for all groups that have it. */
  putTag(account: AccountId, tag: Tag): Promise<void>
  /** Deletes the tag, also from the groups that have it. */
  removeTag(account: AccountId, id: TagId): Promise<void>
}
