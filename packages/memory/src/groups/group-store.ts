import {
  foldCase,
  groupNotFound,
  type AccountId,
  type Group,
  type GroupId,
  type GroupQuery,
  type GroupStore,
  type Tag,
  type TagId,
} from '@carillon/core'
import { by, NEWEST_FIRST, pageOf } from '../tables/order.js'
import { groupPart } from '../tables/keys.js'
import type { StoredGroup, StoredTag } from '../tables/stored-rows.js'
import type { Tables } from '../tables/tables.js'

export class MemoryGroupStore implements GroupStore {
  constructor(private readonly tables: Pick<Tables, 'groups' | 'groupNames' | 'tags' | 'membershipsByGroup'>) {}

  async find(account: AccountId, ids: readonly GroupId[]) {
    const found = ids.flatMap((id) => this.tables.groups.get(account, id) ?? [])
    return new Map(found.map((group) => [group.id, this.fromStored(group)]))
  }

  async accountOf(id: GroupId) {
    return this.tables.groups.partWith(id) as AccountId | null
  }

  async names(account: AccountId, ids: readonly GroupId[]) {
    const known = ids.flatMap((id) => this.tables.groupNames.get(account, id) ?? [])
    return new Map(known.map(({ id, name }) => [id, name]))
  }

  async of(account: AccountId) {
    return this.all(account).sort(by(({ name }) => name))
  }

  async list(account: AccountId, query: GroupQuery) {
    const part = foldCase(query.name ?? '')
    const found = this.all(account).filter(({ name }) => foldCase(name).includes(part))
    return pageOf(found.sort(NEWEST_FIRST), query)
  }

  async put({ tags, ...group }: Group) {
    const { account, id, name } = group
    for (const tag of tags) if (!this.tables.tags.has({ ...tag, account })) this.tables.tags.put({ ...tag, account })
    const contactCount = this.tables.groups.get(account, id)?.contactCount ?? group.contactCount
    this.tables.groups.put({ ...group, contactCount, tagIds: tags.map((tag) => tag.id) })
    this.tables.groupNames.put({ account, id, name })
  }

  async remove(account: AccountId, id: GroupId) {
    const members = this.tables.membershipsByGroup.of(groupPart({ account, group: id }))
    if (members.some(({ state }) => state !== 'removed')) return false
    this.tables.groups.remove(account, id)
    return true
  }

  async count(account: AccountId, changes: ReadonlyMap<GroupId, number>) {
    for (const [id, change] of changes) {
      const group = this.tables.groups.get(account, id)
      if (group === undefined) throw groupNotFound({ id })
      if (change !== 0) this.tables.groups.put({ ...group, contactCount: group.contactCount + change })
    }
  }

  async tags(account: AccountId) {
    return this.tables.tags
      .of(account)
      .map(fromStoredTag)
      .sort(by(({ name }) => name))
  }

  async putTag(account: AccountId, tag: Tag) {
    this.tables.tags.put({ ...tag, account })
  }

  async removeTag(account: AccountId, id: TagId) {
    for (const group of this.tables.groups.of(account)) {
      if (!group.tagIds.includes(id)) continue
      this.tables.groups.put({ ...group, tagIds: group.tagIds.filter((other) => other !== id) })
    }
    this.tables.tags.remove(account, id)
  }

  private all(account: AccountId): Group[] {
    return this.tables.groups.of(account).map((group) => this.fromStored(group))
  }

  private fromStored({ tagIds, ...group }: StoredGroup): Group {
    return { ...group, tags: tagIds.map((id) => fromStoredTag(this.tables.tags.get(group.account, id)!)) }
  }
}

function fromStoredTag({ account: _, ...tag }: StoredTag): Tag {
  return tag
}
