import { NOT_BEGUN, SMALL_AUDIENCE_MAX, type BroadcastId, type SmallAudience } from '@carillon/core'
import { toProgressRow } from '../broadcasts/chunk-row.js'
import { namingAccounts } from '../placements/naming-accounts.js'
import { byPlacement } from '../placements/by-placement.js'
import { preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { run, type Database } from '../sql/sql.js'
import { isAllowed } from '../filters/allowed-numbers.js'
import { MAY_BE_TEXTED } from './audience-store.js'

/** Stores the recipients of small audiences, of any accounts, in one statement. */
export async function fixSmall(
  trx: Database,
  audiences: readonly SmallAudience[],
): Promise<ReadonlyMap<BroadcastId, number | null>> {
  if (audiences.length === 0) return new Map()
  const { cursor, waiting, misses, slices } = toProgressRow(NOT_BEGUN)
  const fixed = new Map<BroadcastId, number | null>()
  for (const some of byPlacement(trx, audiences)) {
    const accounts = some.map(({ account }) => account)
    await run(trx, NOT_COMPILED, { accounts })
    const bindings = { accounts, cursor, waiting, misses, slices, ...ASKED.of(some.map(toRow)) }
    const rows = await preparedRowsOf<FixedRow>(trx, FIX_SMALL, bindings)
    for (const { broadcast_id, is_small, length } of rows) fixed.set(broadcast_id, is_small ? (length ?? 0) : null)
  }
  return fixed
}

/**
 * Postgres expects far more members than there are, and would compile the statement each time, which takes longer than
 * to run it.
 */
const NOT_COMPILED = 'set local jit = off'

type FixedRow = { readonly broadcast_id: BroadcastId; readonly is_small: boolean; readonly length: number | null }

function toRow({ account, audience, allowed, broadcast }: SmallAudience) {
  return {
    broadcast_id: broadcast,
    account_id: account,
    groups: audience.kind === 'groups' ? JSON.stringify(audience.groups) : '[]',
    list_id: audience.kind === 'list' ? audience.list : null,
    ranges: allowed && JSON.stringify(allowed),
  }
}

const ASKED = recordset<ReturnType<typeof toRow>>('asked', {
  broadcast_id: 'text',
  account_id: 'text',
  groups: 'json',
  list_id: 'text',
  ranges: 'jsonb',
})

/**
 * Looks up each member by its keys, as `audience-store` does for few members. At most one member more than a small
 * audience has is read of each group and list.
 */
const FIX_SMALL = namingAccounts(
  (own) => `
  with asked as materialized (
    select * from ${ASKED.sql}
  ),
  member as materialized (
    select asked.broadcast_id, asked.account_id, asked.ranges, member.contact_id
      from asked
     cross join lateral (
       select contact_id
         from json_array_elements_text(asked.groups) as requested (group_id)
        cross join lateral (
          select contact_id
            from membership
           where ${own('membership')}membership.account_id = asked.account_id and membership.group_id = requested.group_id
             and membership.state = 'active'
           limit ${SMALL_AUDIENCE_MAX + 1}
        ) as of_group
        union all
       (
        select contact_id
          from contact_list_member
         where ${own('contact_list_member')}contact_list_member.account_id = asked.account_id and contact_list_member.list_id = asked.list_id
         limit ${SMALL_AUDIENCE_MAX + 1}
       )
     ) as member
  ),
  size as materialized (
    select broadcast_id, count(*) <= ${SMALL_AUDIENCE_MAX} as is_small from member group by broadcast_id
  ),
  recipient as (
    select member.broadcast_id, member.account_id, contact.phone
      from (
        select distinct member.broadcast_id, member.account_id, member.contact_id
          from member
          join size on size.broadcast_id = member.broadcast_id and size.is_small
      ) as member
      join asked on asked.broadcast_id = member.broadcast_id
     cross join lateral (
       select contact.account_id, contact.id, contact.phone
         from contact
        where ${own('contact')}contact.account_id = member.account_id and contact.id >= member.contact_id
        order by contact.id
        limit 1
     ) as contact
     cross join lateral (
       select consent.phone, consent.active_groups, consent.opted_out_at
         from consent
        where ${own('consent')}consent.account_id = member.account_id and consent.phone >= contact.phone
        order by consent.phone
        limit 1
     ) as consent
     where contact.id = member.contact_id and consent.phone = contact.phone and ${MAY_BE_TEXTED}
       and (asked.ranges is null or ${isAllowed('contact.phone', 'asked.ranges')})
  ),
  chunk as materialized (
    select account_id, broadcast_id, count(*)::integer as length, string_agg(phone, ',' order by phone) as phones
      from recipient
     group by account_id, broadcast_id
  ),
  added as (
    insert into broadcast_chunk (
      account_id, broadcast_id, number, first_position, length, phones, cursor, waiting, misses, slices
    )
    select account_id, broadcast_id, 0, 0, length, phones, :cursor, :waiting, :misses, :slices from chunk
  )
  select asked.broadcast_id, coalesce(size.is_small, true) as is_small, chunk.length
    from asked
    left join size on size.broadcast_id = asked.broadcast_id
    left join chunk on chunk.broadcast_id = asked.broadcast_id`,
)
