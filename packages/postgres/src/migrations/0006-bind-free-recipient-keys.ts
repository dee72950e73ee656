import type { Migration } from '../migration.js'

/**
 * Binds keys in their order when all of them are free, else none. To find that out from the unique key alone takes little
 * more than half as long as `on conflict`, which looks for each row before it is inserted. That needs a block of its own,
 * since a failed statement would take its whole transaction with it.
 */
export const bindFreeRecipientKeys: Migration = {
  id: '0006-bind-free-recipient-keys',
  sql: `
create function bind_free_recipient_keys(account text, phones text, keys text, bound_to text) returns boolean
language plpgsql as $$
begin
  insert into recipient_key (account_id, phone, key, broadcast_id)
  select account, asked.phone, asked.key, bound_to
    from (
      select given.phone, given.key
        from rows from (unnest(string_to_array(phones, ',')), unnest(string_to_array(keys, ','))) as given (phone, key)
       order by given.phone collate "C", given.key collate "C"
    ) as asked;
  return true;
exception when unique_violation then
  return false;
end
$$;
`,
}
