import type { Migration } from './migration.js'

/** The orders of the lists of broadcasts, of the members of a group, and of the ledger. */
export const lists: Migration = {
  id: '0021-lists',
  sql: `
create index broadcast_newest on broadcast (account_id, created_at, id);
create index broadcast_newest_of_status on broadcast (account_id, status, created_at, id);

create index membership_in_order on membership (account_id, group_id, contact_id) where state <> 'removed';

-- The primary key has the order of all causes together. Messages have most of the entries, and no index of their own.
create index ledger_entry_of_grants on ledger_entry (account_id, id) where reference = 'grant';
create index ledger_entry_of_broadcasts on ledger_entry (account_id, id) where reference >= 'b' and reference < 'c';
`,
}
