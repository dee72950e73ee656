import type { Migration } from './migration.js'

/** What contacts are found by. */
export const contactSearch: Migration = {
  id: '0024-contact-search',
  sql: `
-- The tokens of the contact as the core makes them. Null until a worker has made those of a contact from before this
-- migration.
alter table contact add column search text collate "C";
-- Every token begins with the end of the account's id, so that an account reads only entries of its own.
create index contact_by_search on contact using gin (
  array_to_tsvector(
    string_to_array(right(account_id, 8) || replace(search, ' ', ' ' || right(account_id, 8)), ' ')
  )
) with (gin_pending_list_limit = 1024);
create index contact_without_search on contact (account_id, id) where search is null or left(search, 1) = '~';

-- The state of the contact with this number, if there is one, in the order of the contacts.
alter table consent
  add column contact_id text collate "C",
  add column pending_groups integer not null default 0 check (pending_groups >= 0),
  add column state text collate "C" not null default 'none';
insert into consent (account_id, phone)
select account_id, phone from contact
    on conflict (account_id, phone) do nothing;
update consent
   set contact_id = known.id, pending_groups = known.pending,
       state = case
         when consent.opted_out_at is not null then 'opted_out'
         when consent.active_groups > 0 then 'opted_in'
         when known.pending > 0 then 'pending'
         else 'none'
       end
  from (
         select contact.account_id, contact.phone, contact.id,
                (
                  select count(*)
                    from membership
                   where membership.account_id = contact.account_id and membership.contact_id = contact.id
                     and membership.state = 'pending'
                ) as pending
           from contact
       ) as known
 where consent.account_id = known.account_id and consent.phone = known.phone;
update consent set state = 'opted_out' where opted_out_at is not null and contact_id is null;
create index consent_by_state on consent (account_id, state, contact_id) where contact_id is not null;
`,
}
