import type { Group, Tag } from '../../model/groups/group.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import type { AccountId, TagId } from '../../values/ids.js'
import { DECLARATION_RULES } from '../declarations/declaration-rules.js'
import { changing, nameTaken, refuseTooMany } from './change-item.js'

/** A tag with the groups that have it. */
export type UsedTag = { readonly tag: Tag; readonly groups: readonly Group[] }

type TagDeps = { readonly unitOfWork: UnitOfWork; readonly clock: Clock; readonly ids: Ids }

/** Across all groups: a declaration only limits the tags of one group. */
const TAGS_MAX = 1_000

export class ListTags {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  /** Sorted by name. */
  execute({ account }: { readonly account: AccountId }): Promise<readonly UsedTag[]> {
    return this.deps.unitOfWork.run(async ({ groups }) => {
      const [tags, all] = [await groups.tags(account), await groups.of(account)]
      return tags.map((tag) => usedTag(tag, all))
    })
  }
}

/** Adds a tag that no group has yet. */
export class CreateTag {
  constructor(private readonly deps: TagDeps) {}

  async execute({ account, name }: { readonly account: AccountId; readonly name: string }): Promise<UsedTag> {
    refuseName(name)
    const now = this.deps.clock.now()
    const tag: Tag = { id: this.deps.ids.next('tag'), name, createdAt: now, updatedAt: now }
    return changing(this.deps, account, async ({ groups }) => {
      const tags = await groups.tags(account)
      if (tags.some((other) => other.name === name && other.id !== tag.id)) throw nameTaken('tag', name)
      refuseTooMany('tag', tags.filter(({ id }) => id !== tag.id).length, TAGS_MAX)
      await groups.putTag(account, tag)
      return { tag, groups: [] }
    })
  }
}

export class RenameTag {
  constructor(private readonly deps: Omit<TagDeps, 'ids'>) {}

  async execute({ account, tag: id, name }: TagRenaming): Promise<UsedTag> {
    refuseName(name)
    const now = this.deps.clock.now()
    return changing(this.deps, account, async ({ groups }) => {
      const tags = await groups.tags(account)
      const before = requireTag(tags, id)
      if (tags.some((other) => other.name === name && other.id !== id)) throw nameTaken('tag', name)
      const tag = before.name === name ? before : { ...before, name, updatedAt: now }
      await groups.putTag(account, tag)
      return usedTag(tag, await groups.of(account))
    })
  }
}

export type TagRenaming = { readonly account: AccountId; readonly tag: string; readonly name: string }

/** Deletes a tag, also from the groups that have it. */
export class RemoveTag {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, tag: id }: { readonly account: AccountId; readonly tag: string }): Promise<void> {
    let removed = false
    return changing(this.deps, account, async ({ groups }: Pick<Stores, 'groups'>) => {
      const tags = await groups.tags(account)
      if (removed && !tags.some((tag) => tag.id === id)) return
      await groups.removeTag(account, requireTag(tags, id).id)
      removed = true
    })
  }
}

function requireTag(tags: readonly Tag[], id: string): Tag & { readonly id: TagId } {
  const found = tags.find((tag) => tag.id === id)
  if (found === undefined) throw new DomainError('tag-not-found', 'No tag of this account has this id')
  return found
}

function refuseName(name: string) {
  const { holds, expected } = DECLARATION_RULES.name
  if (!holds(name)) throw invalidInput('name', expected)
}

function usedTag(tag: Tag, groups: readonly Group[]): UsedTag {
  return { tag, groups: groups.filter(({ tags }) => tags.some(({ id }) => id === tag.id)) }
}
