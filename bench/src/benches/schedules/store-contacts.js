import { NUMBER_OF_I } from '../../shared/contact-numbers.js'

const STORED_TOGETHER = 100_000

/** Stores `count` contacts of a new account, with one of six timezones or none, all opted in to the group. */
export async function storeContacts(sql, { account, group, count }) {
  for (let first = 0; first < count; first += STORED_TOGETHER) {
    await sql(STORE, { account, group, first, last: Math.min(first + STORED_TOGETHER, count) - 1 })
  }
}

const STORE = `
  with made as (
    select i, 'con_' || lpad(i::text, 10, '0') || right(:account, 16) as id, ${NUMBER_OF_I} as phone
      from generate_series(:first::integer, :last::integer) as i
  ),
  stored as (
    insert into contact (account_id, id, phone, is_favorite, custom_values, tz, name_folded, created_at)
    select :account, id, phone, false, '{}',
           (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage',
                  'Pacific/Honolulu', null])[i % 7 + 1],
           '', now()
      from made
     order by i
  ),
  joined as (
    insert into membership (account_id, contact_id, group_id, state, since)
    select :account, id, :group, 'active', now() from made order by i
  )
  insert into consent (account_id, phone, active_groups)
  select :account, phone, 1 from made order by phone`
