import {
  foldCase,
  groupNotFound,
  type AccountId,
  type Group,
  type GroupId,
  type GroupQuery,
  type GroupStore,
  type Page,
  type Tag,
  type TagId,
} from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { recordset } from '../sql/recordset.js'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { fromRow, fromTagRow, toRow, toTagRow, type GroupRow, type TagRow } from './group-row.js'

export class PostgresGroupStore implements GroupStore {
  constructor(private readonly trx: Database) {}

  async find(account: AccountId, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, Group>> {
    const rows = ids.length === 0 ? [] : await rowsOf<GroupRow>(this.trx, FIND, { account, ids })
    return new Map(rows.map((row) => [row.id, fromRow(row)]))
  }

  async accountOf(id: GroupId): Promise<AccountId | null> {
    const [row] = await rowsOf<Pick<GroupRow, 'account_id'>>(this.trx, ACCOUNT_OF, { id })
    return row?.account_id ?? null
  }

  async names(account: AccountId, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, string>> {
    if (ids.length === 0) return new Map()
    const rows = await rowsOf<Pick<GroupRow, 'id' | 'name'>>(this.trx, NAMES, { account, ids })
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  async of(account: AccountId): Promise<readonly Group[]> {
    return (await rowsOf<GroupRow>(this.trx, OF, { account })).map(fromRow)
  }

  list(account: AccountId, { name, ...page }: GroupQuery): Promise<Page<Group>> {
    const bindings = { account, name: foldCase(name ?? '') }
    return pageOf(this.trx, { counting: COUNT, listing: LIST, bindings, fromRow }, page)
  }

  async put(group: Group): Promise<void> {
    const { account, id, tags } = group
    await run(this.trx, PUT, { ...toRow(group), account })
    await run(this.trx, ADD_TAGS, { account, ...ADDED_TAGS.of(tags.map(toTagRow)) })
    const ids = tags.map((tag) => tag.id)
    await run(this.trx, TAKE_TAGS, { account, id, tags: ids })
    await run(this.trx, GIVE_TAGS, { account, id, tags: ids })
  }

  /**
   * A join also changes the count in this row. So a join either has ended when the row is locked, or waits for the row
   * and fails if the group was removed.
   */
  async remove(account: AccountId, id: GroupId): Promise<boolean> {
    await run(this.trx, LOCK, { account, id })
    const members = await rowsOf(this.trx, A_MEMBER, { account, id })
    if (members.length > 0) return false
    await run(this.trx, REMOVE, { account, id })
    return true
  }

  async count(account: AccountId, changes: ReadonlyMap<GroupId, number>): Promise<void> {
    for (const [id, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if ((await countOf(this.trx, MOVE_COUNT, { account, id, change })) === 1) continue
      throw groupNotFound({ id })
    }
  }

  async tags(account: AccountId): Promise<readonly Tag[]> {
    return (await rowsOf<TagRow>(this.trx, TAGS, { account })).map(fromTagRow)
  }

  async putTag(account: AccountId, tag: Tag): Promise<void> {
    await run(this.trx, PUT_TAG, { account, ...toTagRow(tag) })
  }

  async removeTag(account: AccountId, id: TagId): Promise<void> {
    await run(this.trx, TAKE_TAG, { account, id })
    await run(this.trx, REMOVE_TAG, { account, id })
  }
}

const GROUPS = `
  select account_id, id, name, is_default, opt_in_type, opt_in_message, confirm_message, sender, form_limits,
         contact_count, created_at, tags
    from contact_group
   cross join lateral (
     select coalesce(json_agg(tag order by group_tag.position), '[]') as tags
       from group_tag
       join tag on tag.account_id = group_tag.account_id and tag.id = group_tag.tag_id
      where group_tag.account_id = contact_group.account_id and group_tag.group_id = contact_group.id
   ) as tagged
   where contact_group.account_id = :account and not contact_group.removed`

const FIND = `${GROUPS} and contact_group.id = any (:ids::text[])`

const ACCOUNT_OF = 'select account_id from contact_group where id = :id and not removed'

const NAMES = 'select id, name from contact_group where account_id = :account and id = any (:ids::text[])'

const OF = `${GROUPS} order by contact_group.name, contact_group.id`

/** Matches every name if `:name` is empty. */
const NAMED = 'position(:name in contact_group.name_folded) > 0'

const COUNT = `
  select count(*)::integer as count
    from contact_group
   where contact_group.account_id = :account and not contact_group.removed and ${NAMED}`

const LIST = `
  ${GROUPS} and ${NAMED}
   order by contact_group.created_at desc, contact_group.id desc
   limit :limit offset :offset`

const PUT = `
  insert into contact_group (
    account_id, id, name, name_folded, is_default, opt_in_type, opt_in_message, confirm_message, sender, form_limits,
    contact_count, created_at
  )
  values (
    :account, :id, :name, :nameFolded, :isDefault, :optInType, :optInMessage, :confirmMessage, :sender, :formLimits,
    :contactCount, :createdAt
  )
  on conflict (account_id, id) do update
     set name = excluded.name, name_folded = excluded.name_folded, is_default = excluded.is_default,
         opt_in_type = excluded.opt_in_type, opt_in_message = excluded.opt_in_message,
         confirm_message = excluded.confirm_message, sender = excluded.sender, form_limits = excluded.form_limits,
         created_at = excluded.created_at`

const ADDED_TAGS = recordset<TagRow>('added', {
  id: 'text',
  name: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
})

const ADD_TAGS = `
  insert into tag (account_id, id, name, created_at, updated_at)
  select :account, added.id, added.name, added.created_at, added.updated_at
    from ${ADDED_TAGS.sql}
   order by added.id collate "C"
      on conflict (account_id, id) do nothing`

const TAKE_TAGS = `
  delete from group_tag
   where account_id = :account and group_id = :id and not (tag_id = any (:tags::text[]))`

const GIVE_TAGS = `
  insert into group_tag (account_id, group_id, tag_id, position)
  select :account, :id, given.tag_id, given.position
    from unnest(:tags::text[]) with ordinality as given (tag_id, position)
      on conflict (account_id, group_id, tag_id) do update set position = excluded.position`

const LOCK = 'select from contact_group where account_id = :account and id = :id for update'

const A_MEMBER = `
  select from membership where account_id = :account and group_id = :id and state <> 'removed' limit 1`

const REMOVE = 'update contact_group set removed = true where account_id = :account and id = :id'

const MOVE_COUNT = `
  update contact_group
     set contact_count = contact_group.contact_count + :change
   where contact_group.account_id = :account and contact_group.id = :id and not contact_group.removed`

const PUT_TAG = `
  insert into tag (account_id, id, name, created_at, updated_at)
  values (:account, :id, :name, :created_at, :updated_at)
      on conflict (account_id, id) do update set name = excluded.name, updated_at = excluded.updated_at`

const TAKE_TAG = 'delete from group_tag where account_id = :account and tag_id = :id'

const REMOVE_TAG = 'delete from tag where account_id = :account and id = :id'

const TAGS = 'select id, name, created_at, updated_at from tag where account_id = :account order by name, id'
