import type {
  AccountId,
  ContactInContext,
  ContactViewStore,
  CustomField,
  GroupId,
  MembershipState,
  PhoneNumber,
} from '@carillon/core'
import { fromTagRow, type TagRow } from '../groups/group-row.js'
import { preparedRowsOf } from '../sql/prepared.js'
import type { Database } from '../sql/sql.js'
import { fromRow, type ContactRow } from './contact-row.js'

export class PostgresContactViewStore implements ContactViewStore {
  constructor(private readonly trx: Database) {}

  async find(account: AccountId, phone: PhoneNumber): Promise<ContactInContext | null> {
    const [row] = await preparedRowsOf<ViewRow>(this.trx, FIND, { account, phone })
    return row === undefined ? null : { contact: fromRow(row), context: contextOf(row) }
  }
}

type ViewRow = ContactRow & {
  readonly joined: readonly JoinedRow[]
  readonly fields: readonly Omit<CustomField, 'account'>[]
}

/** Read from JSON, so `since` is text. */
type JoinedRow = {
  readonly id: GroupId
  readonly name: string
  readonly tags: readonly TagRow[]
  readonly state: MembershipState
  readonly since: string
}

/** The state is compared outside the look-up, so that only the index of the primary key can be used. */
const FIND = `
  select contact.account_id, contact.id, contact.phone, contact.first_name, contact.last_name, contact.email,
         contact.birth_date, contact.gender, contact.street, contact.city, contact.state, contact.postal_code,
         contact.country, contact.is_favorite, contact.custom_values, contact.tz, contact.created_at,
         memberships.joined, described.fields
    from contact
   cross join lateral (
     select coalesce(json_agg(found order by found.since, found.id), '[]') as joined
       from (
              select contact_group.id, contact_group.name, tagged.tags, member.state, member.since
                from (
                       select account_id, group_id, state, since
                         from membership
                        where membership.account_id = contact.account_id and membership.contact_id = contact.id
                       offset 0
                     ) as member
                join contact_group
                  on contact_group.account_id = member.account_id and contact_group.id = member.group_id
               cross join lateral (
                 select coalesce(json_agg(tag order by group_tag.position), '[]') as tags
                   from group_tag
                   join tag on tag.account_id = group_tag.account_id and tag.id = group_tag.tag_id
                  where group_tag.account_id = contact_group.account_id and group_tag.group_id = contact_group.id
               ) as tagged
               where member.state <> 'removed' and not contact_group.removed
            ) as found
   ) as memberships
   cross join lateral (
     select coalesce(json_agg(field order by field.key), '[]') as fields
       from (
              select key, label, type, options, status
                from custom_field
               where custom_field.account_id = contact.account_id
            ) as field
   ) as described
   where contact.account_id = :account and contact.phone = :phone`

function contextOf({ account_id: account, id: contact, joined, fields }: ViewRow): ContactInContext['context'] {
  return {
    memberships: joined.map(({ id, state, since }) => ({ account, contact, group: id, state, since: new Date(since) })),
    groups: new Map(joined.map(({ id, name, tags }) => [id, { id, name, tags: tags.map(fromTagRow) }])),
    fields: fields.map((field) => ({ account, ...field })),
  }
}
