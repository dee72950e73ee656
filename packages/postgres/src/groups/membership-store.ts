import {
  isoOf,
  type AccountId,
  type ContactId,
  type GroupId,
  type Member,
  type MemberQuery,
  type Membership,
  type MembershipState,
  type MembershipStore,
  type PendingQuery,
  type PhoneNumber,
} from '@carillon/core'
import { recountPending } from '../consent/consent-row.js'
import { recordset } from '../sql/recordset.js'
import { byAccount, rowsOf, type Database } from '../sql/sql.js'

export class PostgresMembershipStore implements MembershipStore {
  constructor(private readonly trx: Database) {}

  async of(account: AccountId, contacts: readonly ContactId[]): Promise<readonly Membership[]> {
    return (await rowsOf<MembershipRow>(this.trx, OF, { account, contacts })).map(fromRow)
  }

  async members(account: AccountId, { group, state, after, limit }: MemberQuery): Promise<readonly Member[]> {
    const filter = (state === null ? '' : ' and state = :state') + (after === null ? '' : ' and contact_id < :after')
    const bindings = { account, group, limit, ...(state && { state }), ...(after && { after }) }
    return (await rowsOf<MemberRow>(this.trx, listing(filter), bindings)).map(fromMemberRow)
  }

  async pending(account: AccountId, { after, limit }: PendingQuery): Promise<readonly Member[]> {
    const place = after && { since: isoOf(after.since), contact: after.contact, group: after.group }
    return (await rowsOf<MemberRow>(this.trx, pendingAfter(place !== null), { account, limit, ...place })).map(
      fromMemberRow,
    )
  }

  async save(memberships: readonly Membership[]): Promise<void> {
    for (const [account, some] of byAccount(memberships)) {
      const rows = await rowsOf<{ contact_id: ContactId }>(this.trx, SAVE, { account, ...SAVED.of(some.map(toRow)) })
      await recountPending(
        this.trx,
        account,
        rows.map(({ contact_id }) => contact_id),
      )
    }
  }
}

type MembershipRow = {
  readonly account_id: AccountId
  readonly contact_id: ContactId
  readonly group_id: GroupId
  readonly state: MembershipState
  readonly since: Date
}

type MemberRow = MembershipRow & {
  readonly phone: PhoneNumber
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Finds the memberships first, by an index in this order: only as many contacts are read as are listed. */
const listing = (filters: string) => `
  select found.*, contact.phone, contact.first_name, contact.last_name
    from (
           select account_id, contact_id, group_id, state, since
             from membership
            where account_id = :account and group_id = :group and state <> 'removed'${filters}
            order by contact_id desc
            limit :limit
         ) as found
    join contact on contact.account_id = found.account_id and contact.id = found.contact_id
   order by found.contact_id desc`

/** The index of pending memberships is in this order. */
const pendingAfter = (hasPlace: boolean) => `
  select found.*, contact.phone, contact.first_name, contact.last_name
    from (
           select account_id, contact_id, group_id, state, since
             from membership
            where account_id = :account and state = 'pending'
                  ${hasPlace ? 'and (since, contact_id, group_id) < (:since::timestamptz, :contact, :group)' : ''}
            order by since desc, contact_id desc, group_id desc
            limit :limit
         ) as found
    join contact on contact.account_id = found.account_id and contact.id = found.contact_id
   order by found.since desc, found.contact_id desc, found.group_id desc`

/**
 * `offset 0` makes Postgres look up each contact separately. The state is compared outside the look-up, so that only
 * the index of the primary key can be used.
 */
const OF = `
  select found.*
    from unnest(:contacts::text[]) as asked (contact_id)
   cross join lateral (
     select account_id, contact_id, group_id, state, since
       from membership
      where membership.account_id = :account
        and membership.contact_id = asked.contact_id
     offset 0
   ) as found
   where found.state <> 'removed'
   order by found.since, found.group_id, found.contact_id`

const SAVED = recordset<ReturnType<typeof toRow>>('saved', {
  contact_id: 'text',
  group_id: 'text',
  state: 'text',
  since: 'timestamptz',
})

/**
 * Returns the contacts whose number of pending memberships may have changed: not those that join a group for the first
 * time, which nearly all do. `xmax` is 0 in a new row.
 */
const SAVE = `
  with stored as (
    insert into membership (account_id, contact_id, group_id, state, since)
    select :account, saved.contact_id, saved.group_id, saved.state, saved.since
      from ${SAVED.sql}
     order by saved.contact_id collate "C", saved.group_id collate "C"
        on conflict (account_id, contact_id, group_id) do update
       set state = excluded.state, since = excluded.since
    returning contact_id, state, xmax <> 0 as was_known
  )
  select distinct contact_id from stored where was_known or state = 'pending'`

function toRow({ contact, group, state, since }: Membership) {
  return { contact_id: contact, group_id: group, state, since: isoOf(since) }
}

function fromRow(row: MembershipRow): Membership {
  return {
    account: row.account_id,
    contact: row.contact_id,
    group: row.group_id,
    state: row.state,
    since: row.since,
  }
}

function fromMemberRow(row: MemberRow): Member {
  const { phone, first_name: firstName, last_name: lastName } = row
  return { ...fromRow(row), phone, firstName, lastName }
}
